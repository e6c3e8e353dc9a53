import "@angular/compiler";
import { Component, provideZonelessChangeDetection } from "@angular/core";
import { FormsModule } from "@angular/forms";
import { MatAutocompleteModule } from "@angular/material/autocomplete";
import { MatCheckboxModule } from "@angular/material/checkbox";
import { MatChipsModule } from "@angular/material/chips";
import { provideNativeDateAdapter } from "@angular/material/core";
import { MatDatepickerModule } from "@angular/material/datepicker";
import { MatFormFieldModule } from "@angular/material/form-field";
import { MatInputModule } from "@angular/material/input";
import { MatRadioModule } from "@angular/material/radio";
import { MatSelectModule } from "@angular/material/select";
import { MatSlideToggleModule } from "@angular/material/slide-toggle";
import { MatSliderModule } from "@angular/material/slider";
import { bootstrapApplication } from "@angular/platform-browser";
import "../node_modules/@angular/material/prebuilt-themes/azure-blue.css";
import { COUNTRIES, SKILLS, app, form, iso, library, row } from "../app.js";

library("Angular Material");
row("input", "Project name", "Harbour", "Meadow");
row("textarea", "Remarks", "Ring twice", "Leave at the door");
row("select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("select, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("autocomplete", "City", "Lisbon", "Porto");
row("datepicker", "Start date", "2027-03-14", "2028-11-05");
row("chips", "Keywords", [["Alpha", "Beta"], ["Alpha", "Beta"]], [["Gamma"], ["Gamma"]]);
row("radio", "Size", ["Large", "l"], ["Small", "s"]);
row("checkbox", "Send me news", [true, true], [false, false]);
row("slide-toggle", "Dark theme", [true, true], [false, false]);
row("slider", "Volume", [70, 70], [20, 20]);

class Page {
  countries = COUNTRIES;
  skills = SKILLS;
  cities = ["Lisbon", "London", "Lyon", "Porto"];
  keywords = [];
  held = {};
  set(label, value) {
    this.held[label] = value;
    app.values[label] = value instanceof Date ? iso(value) : value;
  }
  add(event) {
    if (event.value) this.keywords.push(event.value);
    event.chipInput.clear();
    app.values.Keywords = [...this.keywords];
  }
  drop(word) {
    this.keywords = this.keywords.filter((one) => one !== word);
    app.values.Keywords = [...this.keywords];
  }
}
const bound = (label) => `[ngModel]="held['${label}']" (ngModelChange)="set('${label}', $event)" name="${label}"`;
const field = (label, inner, after = "") => `<p><mat-form-field><mat-label>${label}</mat-label>${inner}</mat-form-field>${after}</p>`;
const template = [
  field("Project name", `<input matInput ${bound("Project name")}>`),
  field("Remarks", `<textarea matInput ${bound("Remarks")}></textarea>`),
  field("Country", `<mat-select ${bound("Country")}>@for (one of countries; track one.value) {<mat-option [value]="one.value">{{ one.label }}</mat-option>}</mat-select>`),
  field("Skills", `<mat-select multiple ${bound("Skills")}>@for (one of skills; track one.value) {<mat-option [value]="one.value">{{ one.label }}</mat-option>}</mat-select>`),
  field("City", `<input matInput [matAutocomplete]="cities" ${bound("City")}><mat-autocomplete #cities="matAutocomplete">@for (one of this.cities; track one) {<mat-option [value]="one">{{ one }}</mat-option>}</mat-autocomplete>`),
  field("Start date", `<input matInput [matDatepicker]="picker" ${bound("Start date")}><mat-datepicker-toggle matIconSuffix [for]="picker" /><mat-datepicker #picker />`),
  field("Keywords", '<mat-chip-grid #grid>@for (word of keywords; track word) {<mat-chip-row (removed)="drop(word)">{{ word }}<button type="button" matChipRemove [attr.aria-label]="\'Remove \' + word">×</button></mat-chip-row>}<input [matChipInputFor]="grid" (matChipInputTokenEnd)="add($event)"></mat-chip-grid>'),
  `<p><label id="size">Size</label><mat-radio-group aria-labelledby="size" ${bound("Size")}><mat-radio-button value="s">Small</mat-radio-button><mat-radio-button value="m">Medium</mat-radio-button><mat-radio-button value="l">Large</mat-radio-button></mat-radio-group></p>`,
  `<p><mat-checkbox ${bound("Send me news")}>Send me news</mat-checkbox></p>`,
  `<p><mat-slide-toggle ${bound("Dark theme")}>Dark theme</mat-slide-toggle></p>`,
  `<p><span id="volume">Volume</span><mat-slider min="0" max="100"><input matSliderThumb aria-labelledby="volume" ${bound("Volume")}></mat-slider></p>`,
  '<button type="submit">Save</button>',
].join("\n");
const Root = Component({
  selector: "app-root",
  template,
  imports: [
    FormsModule, MatAutocompleteModule, MatCheckboxModule, MatChipsModule, MatDatepickerModule, MatFormFieldModule, MatInputModule,
    MatRadioModule, MatSelectModule, MatSlideToggleModule, MatSliderModule,
  ],
})(Page) ?? Page;
form.append(document.createElement("app-root"));
bootstrapApplication(Root, { providers: [provideZonelessChangeDetection(), provideNativeDateAdapter()] });
