// A form of controlled inputs: each render writes React's state back into the fields, so a value
// that React has not heard of is gone with the next one. `window.app` is that state.
import { StrictMode, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

const EMPTY = { first: "", last: "", email: "", country: "", about: "", contact: "", relocate: false };
window.app = { values: EMPTY, submits: 0, sent: null, errors: [] };

function Contact() {
  const [values, setValues] = useState(EMPTY);
  const [tick, setTick] = useState(0);
  const [sent, setSent] = useState(false);
  useEffect(() => { window.app.values = values; }, [values]);
  // Renders again and again, as pages with clocks and polls do.
  useEffect(() => {
    const timer = setInterval(() => setTick((count) => count + 1), 100);
    return () => clearInterval(timer);
  }, []);

  const text = (name) => ({
    id: name,
    name,
    value: values[name],
    onChange: (event) => setValues((before) => ({ ...before, [name]: event.target.value })),
  });
  const submit = (event) => {
    event.preventDefault();
    window.app.submits += 1;
    window.app.sent = values;
    setSent(true);
  };

  return (
    <form onSubmit={submit} data-tick={tick}>
      <h1>Contact</h1>
      <p><label htmlFor="first">First name</label> <input {...text("first")} /></p>
      <p><label htmlFor="last">Last name</label> <input {...text("last")} /></p>
      <p><label htmlFor="email">E-mail</label> <input type="email" {...text("email")} /></p>
      <p>
        <label htmlFor="country">Country</label>{" "}
        <select {...text("country")}>
          <option value="">Please choose</option>
          <option value="DE">Germany</option>
          <option value="GB">United Kingdom</option>
          <option value="NL">Netherlands</option>
          <option value="US">United States</option>
        </select>
      </p>
      <p><label htmlFor="about">About you</label> <textarea {...text("about")} /></p>
      <fieldset>
        <legend>Preferred contact</legend>
        {["email", "phone"].map((way) => (
          <label key={way}>
            <input type="radio" name="contact" value={way} checked={values.contact === way}
              onChange={() => setValues((before) => ({ ...before, contact: way }))} />
            {way === "email" ? "E-mail" : "Phone"}
          </label>
        ))}
      </fieldset>
      <p>
        <label>
          <input type="checkbox" name="relocate" checked={values.relocate}
            onChange={(event) => setValues((before) => ({ ...before, relocate: event.target.checked }))} />
          I am willing to relocate
        </label>
      </p>
      <p><button>Send</button></p>
      <p role="status">{sent ? "Thank you" : ""}</p>
    </form>
  );
}

createRoot(document.getElementById("root")).render(<StrictMode><Contact /></StrictMode>);
