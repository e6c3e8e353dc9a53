//! Italian.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "nome completo, nome e cognome, cognome e nome, nome cognome, nominativo, \
         cognome nome, destinatario, il tuo nome",
    ),
    (Role::HonorificPrefix, "titolo, appellativo"),
    (Role::GivenName, "nome, nome di battesimo"),
    (Role::AdditionalName, "secondo nome"),
    (Role::FamilyName, "cognome*"),
    (Role::Nickname, "soprannome"),
    (
        Role::Username,
        "nome utente, utente, nomeutente*, codice utente, codice cliente, \
         nome utente o email, id utente",
    ),
    (Role::OneTimeCode, "codice di verifica, codice di conferma, codice sms, codice otp"),
    (
        Role::OrganizationTitle,
        "professione, posizione, ruolo, mansione, qualifica professionale, \
         posizione lavorativa",
    ),
    (
        Role::Organization,
        "azienda, societa, ragione sociale, nome azienda, ditta, impresa, organizzazione, \
         nome dell azienda, datore di lavoro",
    ),
    (
        Role::StreetAddress,
        "indirizzo, indirizzo di spedizione, indirizzo di fatturazione, \
         indirizzo di consegna, indirizzo completo, indirizzo di residenza, il tuo indirizzo",
    ),
    (
        Role::AddressLine1,
        "indirizzo 1, indirizzo riga 1, via e numero civico, via e numero, \
         indirizzo e numero civico, indirizzo e n civico, riga indirizzo 1, \
         via numero civico, via piazza e numero civico, via e n civico, \
         indirizzo numero civico, indirizzo via e numero civico",
    ),
    (
        Role::AddressLine2,
        "indirizzo 2, indirizzo riga 2, indirizzo aggiuntivo, riga indirizzo 2, \
         complemento indirizzo, seconda riga indirizzo, interno scala piano, \
         appartamento scala, informazioni aggiuntive indirizzo, scala piano interno, \
         scala interno, interno piano, dettagli indirizzo",
    ),
    (Role::AddressLine3, "indirizzo 3, indirizzo riga 3"),
    (Role::StreetName, "via, nome della via, via piazza, nome via, strada, via e piazza"),
    (Role::HouseNumber, "numero civico, civico, n civico, num civico, nr civico, numerocivico*"),
    (Role::Apartment, "appartamento, interno, numero interno, int"),
    (Role::Floor, "piano"),
    (Role::Stair, "scala, ingresso"),
    (Role::Building, "edificio, palazzo, palazzina"),
    (
        Role::AddressExtra,
        "presso, informazioni aggiuntive, c o presso, dettagli aggiuntivi, \
         altre informazioni indirizzo, campanello, citofono, nome sul citofono, \
         nome sul campanello",
    ),
    (Role::ReferencePoint, "punto di riferimento"),
    (Role::AddressLookup, "cerca indirizzo, cerca il tuo indirizzo"),
    (Role::AddressLevel3, "frazione, quartiere, localita frazione"),
    (
        Role::AddressLevel2,
        "citta, comune, localita, paese citta, citta localita, comune di residenza",
    ),
    (
        Role::AddressLevel1,
        "provincia, stato provincia, regione, prov, stato regione, provincia stato, \
         sigla provincia",
    ),
    (
        Role::Country,
        "paese, nazione, stato, paese regione, nazione di residenza, paese di residenza",
    ),
    (
        Role::PostalCode,
        "cap, codice postale, codice di avviamento postale, c a p, \
         codice avviamento postale, cap codice postale",
    ),
    (Role::PostalCodeAndCity, "cap e citta, cap citta, cap localita"),
    (
        Role::VatNumber,
        "partita iva, p iva, piva, partita iva azienda, codice destinatario, sdi, \
         codice sdi, numero partita iva, codice univoco",
    ),
    (Role::IdNumber, "cod fiscale, carta d identita, numero documento, c f, codicefiscale*, cf"),
    (
        Role::CcName,
        "nome sulla carta, titolare della carta, intestatario, titolare carta, \
         nome titolare, nome del titolare, intestatario carta, intestatario della carta, \
         nome e cognome del titolare, titolare",
    ),
    (
        Role::CcNumber,
        "numero carta, numero della carta, numero di carta, numero carta di credito, \
         carta di credito, numero della carta di credito, n carta",
    ),
    (
        Role::CcExp,
        "data di scadenza, scadenza, scadenza carta, mm aa, valida fino a, data scadenza",
    ),
    (Role::CcExpMonth, "mese di scadenza, mese scadenza, scadenza mese"),
    (Role::CcExpYear, "anno di scadenza, anno scadenza, scadenza anno"),
    (
        Role::CcCsc,
        "codice di sicurezza, codice sicurezza, codice di controllo, codice cvv, \
         codice verifica carta, codice cvc",
    ),
    (Role::CcType, "tipo di carta, tipo carta"),
    (Role::Setting, "valuta"),
    (Role::Setting, "lingua"),
    (Role::Bday, "data di nascita, nascita, data nascita, compleanno, nato il"),
    (Role::BdayDay, "giorno di nascita, giorno nascita"),
    (Role::BdayMonth, "mese di nascita, mese nascita"),
    (Role::BdayYear, "anno di nascita, anno nascita"),
    (Role::Sex, "sesso, genere"),
    (Role::Url, "sito web, sito internet, ?sito"),
    (
        Role::Tel,
        "telefono*, numero di telefono, cellulare*, numero di cellulare, \
         recapito telefonico, tel cellulare, numero telefono, telefono cellulare, \
         telefono fisso, numero cellulare, recapito, telefono mobile",
    ),
    (
        Role::TelCountryCode,
        "prefisso internazionale, prefisso, prefisso telefonico, prefisso paese",
    ),
    (Role::TelAreaCode, "prefisso locale"),
    (
        Role::Email,
        "indirizzo e mail, indirizzo email, posta elettronica, \
         indirizzo di posta elettronica, indirizzo mail, la tua email",
    ),
    (Role::CoverLetter, "lettera di presentazione, lettera motivazionale, motivazione"),
    (Role::Resume, "curriculum, allega cv, carica cv"),
    (Role::PhotoFile, "foto, fotografia, immagine"),
    (Role::Bio, "chi sei, su di te, biografia, presentati, presentazione"),
    (Role::Skills, "competenze, abilita"),
    (Role::Languages, "lingue"),
    (Role::Certifications, "certificazioni, certificati"),
    (Role::Salary, "stipendio*, retribuzione, ral, aspettativa salariale, reddito"),
    (Role::NoticePeriod, "preavviso, disponibilita"),
    (Role::WorkAuthorization, "permesso di lavoro, permesso di soggiorno"),
    (Role::School, "scuola, universita, istituto, ateneo"),
    (Role::Degree, "titolo di studio, laurea, livello di istruzione"),
    (Role::FieldOfStudy, "corso di studi, campo di studio, indirizzo di studio, facolta"),
    (Role::Gpa, "voto di laurea, media voti"),
    (Role::StartDate, "data di inizio, data inizio"),
    (Role::EndDate, "data di fine, data fine"),
    (Role::ExperienceYears, "anni di esperienza"),
    (Role::Captcha, "codice di controllo immagine, inserisci i caratteri"),
    (
        Role::Search,
        "cerca, ricerca, cerca nel sito, parola chiave, cosa stai cercando, cerca prodotti",
    ),
    (
        Role::Coupon,
        "codice sconto, codice promozionale, buono sconto, coupon sconto, codice promo, \
         buono regalo, carta regalo, codice coupon, carta fedelta, numero carta fedelta, \
         voucher sconto, gift card codice",
    ),
    (
        Role::Consent,
        "accetto, termini e condizioni, informativa privacy, ho letto, acconsento, \
         condizioni di vendita, presto il consenso, dichiaro, informativa, autorizzo, \
         condizioni generali",
    ),
    (
        Role::Newsletter,
        "iscriviti alla newsletter, desidero ricevere, voglio ricevere, offerte speciali, \
         promozioni, iscrizione newsletter",
    ),
    (Role::Honeypot, "non compilare, lascia vuoto, lasciare vuoto"),
    (
        Role::OtherPerson,
        "contatto di emergenza, persona di riferimento, cognome da nubile della madre",
    ),
    (Role::Quantity, "quantita, qta"),
    (
        Role::Comment,
        "commento*, commenti, messaggio, note per la consegna, istruzioni per la consegna, \
         note ordine, note di consegna, note corriere, istruzioni, domanda segreta, \
         risposta segreta, oggetto, note aggiuntive, richiesta, osservazioni",
    ),
    (Role::Age, "eta"),
    (Role::File, "file, allegato, allega, allegati, documento, documenti, carica"),
    (Role::BankAccount, "conto corrente, intestatario conto, banca"),
    (
        Role::Occasion,
        "data di consegna, metodo di pagamento, modalita di pagamento, metodo di spedizione, \
         numero ordine, come ci hai conosciuto, tipo cliente, tipo indirizzo, \
         luogo di nascita, comune di nascita, provincia di nascita, paese di nascita, \
         nazione di nascita",
    ),
    (Role::Password, "parola chiave di accesso, parola d ordine"),
    (Role::Repeat, "conferma, ripeti, ripetere, confermare, reinserisci, di nuovo"),
    (
        Role::NewWord,
        "nuova, nuova password, crea password, scegli password, scegli una password, \
         crea una password, almeno 8 caratteri, minimo 8 caratteri",
    ),
    (
        Role::CurrentWord,
        "attuale, vecchia, password attuale, vecchia password, password dimenticata, \
         hai dimenticato la password, password corrente",
    ),
    (Role::Number, "numero, n"),
    (Role::Month, "mese"),
    (Role::Year, "anno, aaaa, aa"),
    (Role::Day, "giorno, gg"),
    (Role::Card, "carta, carta di credito, pagamento"),
    (Role::Birth, "nascita, nato"),
    (
        Role::LoginWords,
        "accedi, entra, accesso, ricordami, password dimenticata, \
         hai dimenticato la password, gia registrato, gia cliente, resta collegato, \
         effettua il login, sei gia cliente, recupera password",
    ),
    (
        Role::SignupWords,
        "registrazione, crea account, crea un account, iscriviti, nuovo cliente, \
         crea il tuo account, iscrizione, nuovo utente, crea nuovo account, \
         conferma registrazione",
    ),
    (Role::ResetWords, "cambia password, reimposta password, modifica password, reimposta"),
    (Role::Fax, "numero fax"),
    (Role::NotMe, "emergenza, genitore, tutore, beneficiario"),
];
