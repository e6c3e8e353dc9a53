import { createVuetify } from "vuetify";
import * as components from "vuetify/components";
import * as directives from "vuetify/directives";
import "vuetify/styles";
import { COUNTRIES, SKILLS, iso, library, row } from "../app.js";
import { mount } from "../vue.js";

library("Vuetify");
row("text-field", "Project name", "Harbour", "Meadow");
row("textarea", "Remarks", "Ring twice", "Leave at the door");
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("autocomplete", "City", "Lisbon", "Porto");
row("combobox", "Nickname", "Falcon", "Heron");
row("otp-input", "Booking reference", ["481516", "481516"], ["234290", "234290"]);
row("radio-group", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);
row("switch", "Dark theme", [true, true], [false, false]);
row("slider", "Volume", [70, 70], [20, 20]);

mount(`<v-app><v-main>
  <v-text-field label="Project name" v-model="values['Project name']" />
  <v-textarea label="Remarks" v-model="values['Remarks']" />
  <v-select label="Country" :items="countries" v-model="values['Country']" />
  <v-select label="Skills" multiple :items="skills" v-model="values['Skills']" />
  <v-autocomplete label="City" :items="cities" v-model="values['City']" />
  <v-combobox label="Nickname" :items="['Eagle', 'Raven']" v-model="values['Nickname']" />
  <v-otp-input label="Booking reference" v-model="values['Booking reference']" />
  <v-radio-group label="Size" v-model="values['Size']"><v-radio label="Small" value="s" /><v-radio label="Medium" value="m" /><v-radio label="Large" value="l" /></v-radio-group>
  <v-checkbox label="Send me news" v-model="values['Send me news']" />
  <v-switch label="Dark theme" v-model="values['Dark theme']" />
  <v-slider label="Volume" :step="1" v-model="values['Volume']" />
  <button type="submit">Save</button></v-main></v-app>`,
{ "Project name": "", Remarks: "", Country: null, Skills: [], City: null, Nickname: null, "Booking reference": "", Size: null, "Send me news": false, "Dark theme": false, Volume: 40 },
(vue) => vue.use(createVuetify({ components, directives })),
{ countries: COUNTRIES.map(({ value, label }) => ({ value, title: label })), skills: SKILLS.map(({ value, label }) => ({ value, title: label })), cities: ["Lisbon", "London", "Lyon", "Porto"], iso });
