import ElementPlus from "element-plus";
import "element-plus/dist/index.css";
import { COUNTRIES, SKILLS, library, row } from "../app.js";
import { mount } from "../vue.js";

library("Element Plus");
row("input", "Project name", "Harbour", "Meadow");
row("input-number", "Quantity", ["12", 12], ["7", 7]);
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("select, filterable", "City", "Lisbon", "Porto");
row("select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("date-picker", "Start date", "2027-03-14", "2028-11-05");
row("cascader", "Department", ["Sales / Europe", ["sales", "europe"]], ["Research / Physics", ["research", "physics"]]);
row("radio-group", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);
row("switch", "Dark theme", [true, true], [false, false]);
row("slider", "Volume", [70, 70], [20, 20]);
row("rate", "Satisfaction", [4, 4], [2, 2]);

const departments = [
  { value: "sales", label: "Sales", children: [{ value: "europe", label: "Europe" }, { value: "asia", label: "Asia" }] },
  { value: "research", label: "Research", children: [{ value: "physics", label: "Physics" }, { value: "biology", label: "Biology" }] },
];
mount(`<el-form label-position="top">
  <el-form-item label="Project name"><el-input v-model="values['Project name']" /></el-form-item>
  <el-form-item label="Quantity"><el-input-number v-model="values['Quantity']" /></el-form-item>
  <el-form-item label="Country"><el-select v-model="values['Country']"><el-option v-for="one in countries" :key="one.value" v-bind="one" /></el-select></el-form-item>
  <el-form-item label="City"><el-select filterable v-model="values['City']"><el-option v-for="one in cities" :key="one" :value="one" :label="one" /></el-select></el-form-item>
  <el-form-item label="Skills"><el-select multiple v-model="values['Skills']"><el-option v-for="one in skills" :key="one.value" v-bind="one" /></el-select></el-form-item>
  <el-form-item label="Start date"><el-date-picker v-model="values['Start date']" type="date" value-format="YYYY-MM-DD" /></el-form-item>
  <el-form-item label="Department"><el-cascader v-model="values['Department']" :options="departments" /></el-form-item>
  <el-form-item label="Size"><el-radio-group v-model="values['Size']"><el-radio value="s">Small</el-radio><el-radio value="m">Medium</el-radio><el-radio value="l">Large</el-radio></el-radio-group></el-form-item>
  <el-form-item><el-checkbox v-model="values['Send me news']">Send me news</el-checkbox></el-form-item>
  <el-form-item label="Dark theme"><el-switch v-model="values['Dark theme']" /></el-form-item>
  <el-form-item label="Volume"><el-slider v-model="values['Volume']" /></el-form-item>
  <el-form-item label="Satisfaction"><el-rate v-model="values['Satisfaction']" /></el-form-item>
  <button type="submit">Save</button></el-form>`,
{ "Project name": "", Quantity: 1, Country: "", City: "", Skills: [], "Start date": "", Department: [], Size: "", "Send me news": false, "Dark theme": false, Volume: 40, Satisfaction: 0 },
(vue) => vue.use(ElementPlus), { countries: COUNTRIES, skills: SKILLS, cities: ["Lisbon", "London", "Lyon", "Porto"], departments });
