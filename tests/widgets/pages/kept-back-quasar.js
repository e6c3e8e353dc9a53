import { QBtn, QCheckbox, QDate, QField, QIcon, QInput, QOptionGroup, QPopupProxy, QRating, QSelect, QSlider, QToggle, ClosePopup, Quasar } from "quasar";
import "quasar/dist/quasar.css";
import icons from "quasar/icon-set/svg-material-icons.js";
import { matEvent } from "@quasar/extras/material-icons";
import { ref } from "vue";
import { COUNTRIES, SKILLS, library, row } from "../app.js";
import { mount } from "../vue.js";

library("Quasar");
row("QInput", "Project name", "Harbour", "Meadow");
row("QInput, textarea", "Remarks", "Ring twice", "Leave at the door");
row("QInput, number", "Quantity", ["12", 12], ["7", 7]);
row("QSelect", "Country", ["Germany", "de"], ["Italy", "it"]);
row("QSelect, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("QSelect, filtered", "City", "Lisbon", "Porto");
row("QSelect, new values", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);
row("QInput with QDate", "Start date", "2027-03-14", "2028-11-05");
row("QOptionGroup", "Size", ["Large", "l"], ["Small", "s"]);
row("QCheckbox", "Send me news", [true, true], [false, false]);
row("QToggle", "Dark theme", [true, true], [false, false]);
row("QSlider", "Volume", [70, 70], [20, 20]);
row("QRating", "Satisfaction", [4, 4], [2, 2]);

const CITIES = ["Lisbon", "London", "Lyon", "Porto", "Prague"];
const cities = ref(CITIES);
const filter = (typed, update) => update(() => {
  cities.value = CITIES.filter((city) => city.toLowerCase().includes(typed.toLowerCase()));
});
const sizes = [{ value: "s", label: "Small" }, { value: "m", label: "Medium" }, { value: "l", label: "Large" }];

mount(`<div class="q-gutter-md">
  <q-input filled v-model="values['Project name']" label="Project name" />
  <q-input filled type="textarea" v-model="values['Remarks']" label="Remarks" />
  <q-input filled type="number" v-model.number="values['Quantity']" label="Quantity" />
  <q-select filled v-model="values['Country']" :options="countries" emit-value map-options label="Country" />
  <q-select filled multiple use-chips v-model="values['Skills']" :options="skills" emit-value map-options label="Skills" />
  <q-select filled use-input hide-selected fill-input input-debounce="0" v-model="values['City']" :options="cities" @filter="filter" label="City" />
  <q-select filled use-input use-chips multiple hide-dropdown-icon input-debounce="0" new-value-mode="add-unique" v-model="values['Keywords']" label="Keywords" />
  <q-input filled v-model="values['Start date']" mask="####-##-##" label="Start date">
    <template #append><q-icon :name="calendar" class="cursor-pointer">
      <q-popup-proxy cover transition-show="scale" transition-hide="scale">
        <q-date v-model="values['Start date']" mask="YYYY-MM-DD">
          <div class="row items-center justify-end"><q-btn v-close-popup label="Close" color="primary" flat /></div>
        </q-date>
      </q-popup-proxy>
    </q-icon></template>
  </q-input>
  <div><div id="size">Size</div><q-option-group v-model="values['Size']" :options="sizes" aria-labelledby="size" /></div>
  <div><q-checkbox v-model="values['Send me news']" label="Send me news" /></div>
  <div><q-toggle v-model="values['Dark theme']" label="Dark theme" /></div>
  <q-field filled label="Volume" stack-label><template #control><q-slider v-model="values['Volume']" :min="0" :max="100" label aria-label="Volume" /></template></q-field>
  <div><div id="satisfaction">Satisfaction</div><q-rating v-model="values['Satisfaction']" size="2em" aria-labelledby="satisfaction" /></div>
  <q-btn type="submit" label="Save" color="primary" /></div>`,
{ "Project name": "", Remarks: "", Quantity: null, Country: null, Skills: [], City: null, Keywords: [], "Start date": "", Size: null, "Send me news": false, "Dark theme": false, Volume: 40, Satisfaction: 0 },
(vue) => vue.use(Quasar, {
  components: { QBtn, QCheckbox, QDate, QField, QIcon, QInput, QOptionGroup, QPopupProxy, QRating, QSelect, QSlider, QToggle },
  directives: { ClosePopup },
  iconSet: icons,
}), { countries: COUNTRIES, skills: SKILLS, cities, filter, calendar: matEvent, sizes });
