import { useState } from "react";
import {
  Autocomplete, Checkbox, FormControl, FormControlLabel, FormLabel, InputLabel, MenuItem, Radio, RadioGroup, Rating,
  Select, Slider, Switch, TextField, Typography,
} from "@mui/material";
import { LocalizationProvider } from "@mui/x-date-pickers/LocalizationProvider";
import { AdapterDayjs } from "@mui/x-date-pickers/AdapterDayjs";
import { DatePicker } from "@mui/x-date-pickers/DatePicker";
import { COUNTRIES, SKILLS, learn, library, row } from "../app.js";
import { mount } from "../react.jsx";

library("MUI");
row("TextField", "Project name", "Harbour", "Meadow");
row("multiline TextField", "Remarks", "Ring twice", "Leave at the door");
row("Select", "Country", ["Germany", "de"], ["Italy", "it"]);
row("Select, multiple", "Languages", [["Dutch", "Polish"], ["nl", "pl"]], [["Spanish"], ["es"]]);
row("Autocomplete", "City", "Lisbon", "Porto");
row("Autocomplete, multiple", "Skills", [["Cooking", "Drawing"], ["cooking", "drawing"]], [["Editing"], ["editing"]]);
row("Autocomplete, free text", "Nickname", "Falcon", "Heron");
row("DatePicker", "Start date", "2027-03-14", "2028-11-05");
row("RadioGroup", "Size", ["Large", "l"], ["Small", "s"]);
row("Checkbox", "Send me news", [true, true], [false, false]);
row("Switch", "Dark theme", [true, true], [false, false]);
row("Slider", "Volume", [70, 70], [20, 20]);
row("Rating", "Satisfaction", [4, 4], [2, 2]);

function Field({ label, initial, children }) {
  const [value, setValue] = useState(initial);
  return children(value, (next, belief = next) => { setValue(next); learn(label)(belief); });
}
const CITIES = ["Lisbon", "London", "Lyon", "Porto", "Prague"];
const LANGUAGES = [["nl", "Dutch"], ["fr", "French"], ["pl", "Polish"], ["es", "Spanish"]];
const day = (date) => (date?.isValid() ? date.format("YYYY-MM-DD") : null);

mount(<LocalizationProvider dateAdapter={AdapterDayjs}>
  <Field label="Project name" initial="">{(value, set) => <p><TextField label="Project name" value={value} onChange={(event) => set(event.target.value)} /></p>}</Field>
  <Field label="Remarks" initial="">{(value, set) => <p><TextField multiline label="Remarks" value={value} onChange={(event) => set(event.target.value)} /></p>}</Field>
  <Field label="Country" initial="">{(value, set) => <FormControl fullWidth><InputLabel id="country">Country</InputLabel>
    <Select labelId="country" label="Country" value={value} onChange={(event) => set(event.target.value)}>
      {COUNTRIES.map((option) => <MenuItem key={option.value} value={option.value}>{option.label}</MenuItem>)}
    </Select></FormControl>}</Field>
  <Field label="Languages" initial={[]}>{(value, set) => <FormControl fullWidth><InputLabel id="languages">Languages</InputLabel>
    <Select multiple labelId="languages" label="Languages" value={value} onChange={(event) => set(event.target.value)}>
      {LANGUAGES.map(([code, name]) => <MenuItem key={code} value={code}>{name}</MenuItem>)}
    </Select></FormControl>}</Field>
  <Field label="City" initial={null}>{(value, set) => <Autocomplete options={CITIES} value={value} onChange={(_, chosen) => set(chosen)}
    renderInput={(parts) => <TextField {...parts} label="City" />} />}</Field>
  <Field label="Skills" initial={[]}>{(value, set) => <Autocomplete multiple options={SKILLS} value={value}
    onChange={(_, chosen) => set(chosen, chosen.map((option) => option.value))} renderInput={(parts) => <TextField {...parts} label="Skills" />} />}</Field>
  <Field label="Nickname" initial="">{(value, set) => <Autocomplete freeSolo options={["Eagle", "Raven"]} inputValue={value} onInputChange={(_, text) => set(text)}
    renderInput={(parts) => <TextField {...parts} label="Nickname" />} />}</Field>
  <Field label="Start date" initial={null}>{(value, set) => <p><DatePicker label="Start date" value={value} onChange={(date) => set(date, day(date))} /></p>}</Field>
  <Field label="Size" initial="">{(value, set) => <FormControl><FormLabel id="size">Size</FormLabel>
    <RadioGroup aria-labelledby="size" value={value} onChange={(event) => set(event.target.value)}>
      {[["s", "Small"], ["m", "Medium"], ["l", "Large"]].map(([code, name]) => <FormControlLabel key={code} value={code} control={<Radio />} label={name} />)}
    </RadioGroup></FormControl>}</Field>
  <Field label="Send me news" initial={false}>{(value, set) => <p><FormControlLabel control={<Checkbox checked={value} onChange={(event) => set(event.target.checked)} />} label="Send me news" /></p>}</Field>
  <Field label="Dark theme" initial={false}>{(value, set) => <p><FormControlLabel control={<Switch checked={value} onChange={(event) => set(event.target.checked)} />} label="Dark theme" /></p>}</Field>
  <Field label="Volume" initial={40}>{(value, set) => <p><Typography id="volume">Volume</Typography><Slider aria-labelledby="volume" value={value} onChange={(_, next) => set(next)} /></p>}</Field>
  <Field label="Satisfaction" initial={null}>{(value, set) => <div><Typography component="legend">Satisfaction</Typography><Rating name="satisfaction" value={value} onChange={(_, next) => set(next)} /></div>}</Field>
</LocalizationProvider>);
