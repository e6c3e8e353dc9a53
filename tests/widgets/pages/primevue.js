import Aura from "@primeuix/themes/aura";
import PrimeVue from "primevue/config";
import AutoComplete from "primevue/autocomplete";
import Checkbox from "primevue/checkbox";
import DatePicker from "primevue/datepicker";
import InputMask from "primevue/inputmask";
import InputNumber from "primevue/inputnumber";
import InputOtp from "primevue/inputotp";
import InputText from "primevue/inputtext";
import MultiSelect from "primevue/multiselect";
import RadioButton from "primevue/radiobutton";
import Rating from "primevue/rating";
import Select from "primevue/select";
import Slider from "primevue/slider";
import ToggleSwitch from "primevue/toggleswitch";
import { COUNTRIES, SKILLS, library, row } from "../app.js";
import { mount } from "../vue.js";

library("PrimeVue");
row("InputText", "Project name", "Harbour", "Meadow");
row("InputNumber", "Quantity", ["12", 12], ["7", 7]);
row("InputMask", "Customer number", ["204-18", "204-18"], ["311-02", "311-02"]);
row("InputOtp", "Booking reference", ["4815", "4815"], ["2342", "2342"]);
row("Select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("MultiSelect", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("AutoComplete", "City", "Lisbon", "Porto");
row("DatePicker", "Start date", ["2027-03-14", "14/03/2027"], ["2028-11-05", "05/11/2028"]);
row("RadioButton", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("ToggleSwitch", "Dark theme", [true, true], [false, false]);
row("Slider", "Volume", [70, 70], [20, 20]);
row("Rating", "Satisfaction", [4, 4], [2, 2]);

const CITIES = ["Lisbon", "London", "Lyon", "Porto"];
mount(`<div>
  <p><label for="project">Project name</label> <InputText id="project" v-model="values['Project name']" /></p>
  <p><label for="quantity">Quantity</label> <InputNumber inputId="quantity" v-model="values['Quantity']" /></p>
  <p><label for="customer">Customer number</label> <InputMask id="customer" mask="999-99" v-model="values['Customer number']" /></p>
  <fieldset><legend>Booking reference</legend><InputOtp v-model="values['Booking reference']" /></fieldset>
  <p><label id="country">Country</label> <Select ariaLabelledby="country" optionLabel="label" optionValue="value" :options="countries" v-model="values['Country']" /></p>
  <p><label id="skills">Skills</label> <MultiSelect ariaLabelledby="skills" optionLabel="label" optionValue="value" :options="skills" v-model="values['Skills']" /></p>
  <p><label for="city">City</label> <AutoComplete inputId="city" :suggestions="found.list" @complete="search" v-model="values['City']" /></p>
  <p><label for="start">Start date</label> <DatePicker inputId="start" dateFormat="dd/mm/yy" updateModelType="string" v-model="values['Start date']" /></p>
  <fieldset><legend>Size</legend><span v-for="[code, name] in sizes" :key="code"><RadioButton :inputId="code" name="size" :value="code" v-model="values['Size']" /> <label :for="code">{{ name }}</label></span></fieldset>
  <p><Checkbox inputId="news" binary v-model="values['Send me news']" /> <label for="news">Send me news</label></p>
  <p><label for="dark">Dark theme</label> <ToggleSwitch inputId="dark" v-model="values['Dark theme']" /></p>
  <p><span id="volume">Volume</span> <Slider aria-labelledby="volume" v-model="values['Volume']" style="width: 200px" /></p>
  <fieldset><legend>Satisfaction</legend><Rating v-model="values['Satisfaction']" /></fieldset>
  <button type="submit">Save</button></div>`,
{ "Project name": "", Quantity: null, "Customer number": "", "Booking reference": "", Country: null, Skills: [], City: null, "Start date": null, Size: null, "Send me news": false, "Dark theme": false, Volume: 40, Satisfaction: null },
(vue) => {
  vue.use(PrimeVue, { theme: { preset: Aura } });
  const parts = { AutoComplete, Checkbox, DatePicker, InputMask, InputNumber, InputOtp, InputText, MultiSelect, RadioButton, Rating, Select, Slider, ToggleSwitch };
  for (const [name, part] of Object.entries(parts)) vue.component(name, part);
}, (() => {
  const found = { list: [] };
  return {
    countries: COUNTRIES, skills: SKILLS, sizes: [["s", "Small"], ["m", "Medium"], ["l", "Large"]], found,
    search: ({ query }) => { found.list = CITIES.filter((city) => city.toLowerCase().includes(query.toLowerCase())); },
  };
})());
