//! Italian.

/// The table.
pub(super) const WORDS: &str = "\
name: nome completo, nome e cognome, cognome e nome, nome cognome, nominativo, \
    cognome nome, destinatario, il tuo nome
honorific-prefix: titolo, appellativo
given-name: nome, nome di battesimo
additional-name: secondo nome
family-name: cognome*
nickname: soprannome
username: nome utente, utente, nomeutente*, codice cliente, nome utente o email
one-time-code: codice di verifica, codice di conferma, codice sms, codice otp
organization-title: professione, posizione, ruolo, mansione, qualifica professionale
organization: azienda, societa, ragione sociale, nome azienda, ditta, impresa, \
    organizzazione, nome dell azienda, datore di lavoro
street-address: indirizzo, indirizzo di spedizione, indirizzo di fatturazione, \
    indirizzo di consegna, indirizzo di residenza
address-line1: indirizzo 1, indirizzo riga 1, via e numero civico, via e numero, \
    indirizzo e numero civico, indirizzo e n civico, via numero civico, \
    via piazza e numero civico, via e n civico, indirizzo numero civico, \
    indirizzo via e numero civico
address-line2: indirizzo 2, indirizzo riga 2, indirizzo aggiuntivo, complemento indirizzo, \
    seconda riga indirizzo, interno scala piano, appartamento scala, \
    informazioni aggiuntive indirizzo, scala piano interno, scala interno, interno piano, \
    dettagli indirizzo
address-line3: indirizzo 3, indirizzo riga 3
address-streetname: via, nome della via, via piazza, nome via, strada, via e piazza
address-housenumber: civico, numerocivico*
apartment: appartamento, interno, int
floor: piano
stair: scala, ingresso
building: edificio, palazzo, palazzina
address-extra: presso, informazioni aggiuntive, dettagli aggiuntivi, \
    altre informazioni indirizzo, campanello, citofono, nome sul citofono, \
    nome sul campanello
reference-point: punto di riferimento
address-lookup: cerca indirizzo, cerca il tuo indirizzo
address-level3: frazione, quartiere, localita frazione
address-level2: citta, comune, localita, paese citta, comune di residenza
address-level1: provincia, stato provincia, regione, prov, stato regione, provincia stato
country: paese, nazione, stato, paese regione, nazione di residenza, paese di residenza
postal-code: cap, codice postale, codice di avviamento postale, c a p, \
    codice avviamento postale
postal-code-and-city: cap e citta, cap citta, cap localita
vat-number: partita iva, p iva, piva, partita iva azienda, codice destinatario, sdi, \
    codice sdi, codice univoco
id-number: cod fiscale, carta d identita, numero documento, c f, codicefiscale*, cf
cc-name: nome sulla carta, titolare della carta, intestatario, nome titolare, \
    nome del titolare, nome e cognome del titolare, titolare
cc-number: numero carta, numero della carta, numero di carta, carta di credito, n carta
cc-exp: scadenza, mm aa, valida fino a
cc-exp-month: mese di scadenza, mese scadenza, scadenza mese
cc-exp-year: anno di scadenza, anno scadenza, scadenza anno
cc-csc: codice di sicurezza, codice sicurezza, codice di controllo, codice cvv, \
    codice verifica carta, codice cvc
cc-type: tipo di carta, tipo carta
x-setting: valuta
x-setting: lingua
bday: nascita, compleanno, nato il
bday-day: giorno di nascita, giorno nascita
bday-month: mese di nascita, mese nascita
bday-year: anno di nascita, anno nascita
sex: sesso, genere
url: sito web, sito internet, ?sito
tel: telefono*, numero di telefono, cellulare*, recapito
tel-country-code: prefisso internazionale, prefisso, prefisso telefonico, prefisso paese
tel-area-code: prefisso locale
email: indirizzo e mail, indirizzo email, posta elettronica, \
    indirizzo di posta elettronica, indirizzo mail, la tua email
x-cover-letter: lettera di presentazione, lettera motivazionale, motivazione
x-resume: curriculum, allega cv, carica cv
x-photo: foto, fotografia, immagine
x-bio: chi sei, su di te, biografia, presentati, presentazione
x-skills: competenze, abilita
x-languages: lingue
x-certifications: certificazioni, certificati
x-salary: stipendio*, retribuzione, ral, aspettativa salariale, reddito
x-notice-period: preavviso, disponibilita
x-work-authorization: permesso di lavoro, permesso di soggiorno
x-school: scuola, universita, istituto, ateneo
x-degree: titolo di studio, laurea, livello di istruzione
x-field-of-study: corso di studi, campo di studio, indirizzo di studio, facolta
x-gpa: voto di laurea, media voti
x-start-date: data di inizio, data inizio
x-end-date: data di fine, data fine
x-experience-years: anni di esperienza
x-captcha: codice di controllo immagine, inserisci i caratteri
x-search: cerca, ricerca, cerca nel sito, parola chiave, cosa stai cercando, cerca prodotti
x-coupon: codice sconto, codice promozionale, buono sconto, codice promo, buono regalo, \
    carta regalo, carta fedelta, numero carta fedelta
x-consent: accetto, termini e condizioni, ho letto, acconsento, condizioni di vendita, \
    presto il consenso, dichiaro, informativa, autorizzo, condizioni generali
x-newsletter: iscriviti alla newsletter, desidero ricevere, voglio ricevere, \
    offerte speciali, promozioni
x-honeypot: non compilare, lascia vuoto, lasciare vuoto
x-other-person: contatto di emergenza, persona di riferimento, cognome da nubile della madre
x-quantity: quantita, qta
x-comment: commento*, commenti, messaggio, note per la consegna, \
    istruzioni per la consegna, note ordine, note di consegna, note corriere, istruzioni, \
    domanda segreta, risposta segreta, oggetto, note aggiuntive, richiesta, osservazioni
x-age: eta
x-file: file, allegato, allega, allegati, documento, documenti, carica
x-bank-account: conto corrente, intestatario conto, banca
x-occasion: data di consegna, metodo di pagamento, modalita di pagamento, \
    metodo di spedizione, numero ordine, come ci hai conosciuto, tipo cliente, \
    tipo indirizzo, luogo di nascita, comune di nascita, provincia di nascita, \
    paese di nascita, nazione di nascita
~password: parola chiave di accesso, parola d ordine
~repeat: conferma, ripeti, ripetere, confermare, reinserisci, di nuovo
~new: nuova, nuova password, crea password, scegli password, scegli una password, \
    crea una password, almeno 8 caratteri, minimo 8 caratteri
~current: attuale, vecchia, password attuale, vecchia password, password dimenticata, \
    hai dimenticato la password, password corrente
~number: numero, n
~month: mese
~year: anno, aaaa, aa
~day: giorno, gg
~card: carta, carta di credito, pagamento
~birth: nascita, nato
~login: accedi, entra, accesso, ricordami, password dimenticata, \
    hai dimenticato la password, gia registrato, gia cliente, resta collegato, \
    effettua il login, recupera password
~sign-up: registrazione, crea account, crea un account, iscriviti, nuovo cliente, \
    crea il tuo account, iscrizione, nuovo utente, crea nuovo account, \
    conferma registrazione
~reset: cambia password, reimposta password, modifica password, reimposta
~fax: numero fax
~not-me: emergenza, genitore, tutore, beneficiario
";
