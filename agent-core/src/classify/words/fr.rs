//! French.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "nom complet, nom et prenom, prenom et nom, nom prenom, votre nom, prenom nom, \
         nom et prenoms, nom du destinataire, destinataire, nom du contact",
    ),
    (Role::HonorificPrefix, "civilite, titre de civilite, ?titre"),
    (Role::GivenName, "prenom*, votre prenom"),
    (Role::AdditionalName, "deuxieme prenom, second prenom"),
    (Role::FamilyName, "nom, nom de famille, nom de naissance, nom famille, nom patronymique"),
    (Role::Nickname, "pseudo, surnom"),
    (
        Role::Username,
        "nom d utilisateur, identifiant*, pseudonyme, nom utilisateur, nom de compte, \
         identifiant ou e mail, ?numero client, utilisateur, numero d abonne, \
         email ou identifiant",
    ),
    (
        Role::OneTimeCode,
        "code de verification, code de validation, code de confirmation, code sms, \
         code d activation, code a usage unique, code recu",
    ),
    (
        Role::OrganizationTitle,
        "fonction, poste, intitule du poste, metier, poste actuel, emploi, titre du poste",
    ),
    (
        Role::Organization,
        "societe, entreprise, raison sociale, nom de l entreprise, nom de la societe, \
         nom de l organisation, employeur, organisme, etablissement",
    ),
    (
        Role::StreetAddress,
        "adresse, adresse postale, adresse de livraison, adresse de facturation, \
         votre adresse, adresse complete",
    ),
    (
        Role::AddressLine1,
        "adresse ligne 1, adresse 1, ligne d adresse 1, numero et rue, numero et nom de rue, \
         n et rue, numero et libelle de la voie, n et voie, n et nom de rue, numero et voie, \
         rue et numero, n et libelle de voie, numero de rue et nom de rue, \
         numero et nom de la rue",
    ),
    (
        Role::AddressLine2,
        "adresse ligne 2, adresse 2, ligne d adresse 2, complement d adresse, \
         complement adresse, suite adresse, adresse complementaire, complement, \
         adresse suite, complements d adresse, complement de livraison, \
         infos complementaires, appartement batiment etage, batiment appartement, \
         batiment etage, appartement suite, bureau etc, complement d informations, apt etage",
    ),
    (Role::AddressLine3, "adresse ligne 3, adresse 3, lieu dit, complement d adresse 2"),
    (
        Role::StreetName,
        "rue, nom de rue, nom de la rue, voie, nom de voie, nom de la voie, libelle de voie, \
         libelle voie",
    ),
    (
        Role::HouseNumber,
        "numero de rue, numero de voie, n de rue, numero dans la rue, n rue, num rue, \
         num voie, numero de maison, n de voie, numero de la rue, n de maison, numero rue, \
         numero voie",
    ),
    (Role::HouseSuffix, "bis ter, extension numero, boite, numero de boite, boite postale, bte"),
    (
        Role::Apartment,
        "appartement, numero d appartement, appt, porte, numero de porte, n appartement",
    ),
    (Role::Floor, "etage"),
    (Role::Stair, "escalier, entree"),
    (Role::Building, "batiment*, immeuble, residence, residence batiment, bat, batiment residence"),
    (Role::AddressExtra, "informations complementaires adresse, chez"),
    (Role::ReferencePoint, "point de repere"),
    (
        Role::AddressLookup,
        "rechercher une adresse, rechercher votre adresse, recherche d adresse, \
         saisissez votre adresse",
    ),
    (Role::AddressLevel3, "quartier, arrondissement"),
    (Role::AddressLevel2, "ville, localite, votre ville, municipalite"),
    (
        Role::AddressLevel1,
        "departement, etat, etat province, region departement, etat region, province etat",
    ),
    (
        Role::Country,
        "pays, pays region, pays de residence, pays ou region, votre pays, pays de livraison",
    ),
    (Role::PostalCode, "code postal, cp, codepostal*, code postale"),
    (
        Role::PostalCodeAndCity,
        "code postal et ville, code postal ville, cp ville, ville ou code postal, \
         code postal ou ville, ville code postal, ville et code postal",
    ),
    (
        Role::VatNumber,
        "numero de tva, tva intracommunautaire, n tva, numero tva, tva, n de tva, \
         numero de tva intracommunautaire, siret, siren, n siret, numero siret",
    ),
    (
        Role::IdNumber,
        "numero de carte d identite, numero de passeport, numero d identite, \
         carte d identite, numero de securite sociale, n de passeport",
    ),
    (
        Role::CcName,
        "nom sur la carte, titulaire de la carte, nom du titulaire, titulaire, \
         nom du titulaire de la carte, nom du porteur, nom figurant sur la carte, \
         detenteur de la carte, nom du detenteur, nom du detenteur de la carte, \
         nom complet sur la carte",
    ),
    (
        Role::CcNumber,
        "numero de carte, numero de la carte, numero de carte bancaire, \
         numero de carte de credit, n de carte, carte bancaire, numero de votre carte, \
         carte de credit, numero carte, n carte",
    ),
    (
        Role::CcExp,
        "date d expiration, date expiration, expire le, expire fin, date de validite, \
         date de fin de validite, date d echeance, mm aa, expiration de la carte, validite",
    ),
    (Role::CcExpMonth, "mois d expiration, mois expiration, date d expiration mois"),
    (Role::CcExpYear, "annee d expiration, annee expiration, date d expiration annee"),
    (
        Role::CcCsc,
        "cryptogramme*, code de securite, code securite, cryptogramme visuel, \
         code de verification de la carte, code cvv, cvv cryptogramme, numero de verification",
    ),
    (Role::CcType, "type de carte, type carte"),
    (Role::Setting, "devise, monnaie"),
    (Role::Setting, "langue, langue preferee"),
    (Role::Bday, "date de naissance, naissance, ne le, nee le, date naissance, anniversaire"),
    (Role::BdayDay, "jour de naissance, naissance jour"),
    (Role::BdayMonth, "mois de naissance, naissance mois"),
    (Role::BdayYear, "annee de naissance, naissance annee"),
    (Role::Sex, "sexe, genre"),
    (Role::Url, "site web, site internet"),
    (
        Role::Tel,
        "telephone*, numero de telephone, portable, tel portable, n de telephone, \
         telephone portable, telephone mobile, tel mobile, telephone fixe, fixe, \
         numero de portable, numero de mobile, gsm, n de tel, num tel, numero portable, \
         telephone domicile, numero de tel",
    ),
    (
        Role::TelCountryCode,
        "indicatif, indicatif pays, indicatif telephonique, code pays, indicatif du pays",
    ),
    (Role::TelAreaCode, "indicatif regional, code regional"),
    (Role::TelExtension, "numero de poste"),
    (
        Role::Email,
        "adresse e mail, adresse email, courriel, adresse mail, adresse courriel, \
         votre email, adresse electronique, courrier electronique, adresse de courriel, \
         adresse de messagerie, votre e mail",
    ),
    (Role::CoverLetter, "lettre de motivation, motivations"),
    (Role::Resume, "votre cv, deposer cv"),
    (Role::PhotoFile, "photo de profil, photo d identite"),
    (Role::Bio, "a propos de vous, presentation, biographie, presentez vous, a propos de moi"),
    (Role::Skills, "competences*"),
    (Role::Languages, "langues, langues parlees"),
    (Role::Certifications, "certificats, diplomes et certifications"),
    (Role::Salary, "salaire*, pretentions salariales, remuneration, pretention salariale, revenu*"),
    (Role::NoticePeriod, "preavis, disponibilite, date de disponibilite, date de debut souhaitee"),
    (Role::WorkAuthorization, "permis de travail, autorisation de travail, titre de sejour"),
    (Role::School, "ecole, universite, etablissement scolaire"),
    (Role::Degree, "diplome, niveau d etudes, niveau d etude, dernier diplome"),
    (Role::FieldOfStudy, "domaine d etudes, specialite, filiere, specialisation"),
    (Role::Gpa, "moyenne generale"),
    (Role::StartDate, "date de debut, debut"),
    (Role::EndDate, "date de fin"),
    (Role::ExperienceYears, "annees d experience, nombre d annees d experience"),
    (Role::Captcha, "code anti spam, recopiez, recopier le code, verification anti robot"),
    (Role::Search, "recherche*, rechercher, mots cles, mot cle, chercher, que recherchez vous"),
    (
        Role::Coupon,
        "code promo, code promotionnel, code reduction, bon de reduction, code avantage, \
         cheque cadeau, carte cadeau, bon d achat, code cadeau, code parrainage, \
         carte de fidelite, numero de fidelite, parrain, code privilege, \
         numero de carte de fidelite, numero carte de fidelite",
    ),
    (
        Role::Consent,
        "j accepte, conditions generales, cgv, cgu, politique de confidentialite, j ai lu, \
         je certifie, mentions legales, je consens, je confirme",
    ),
    (
        Role::Newsletter,
        "lettre d information, offres commerciales, je souhaite recevoir, \
         recevoir les offres, bons plans, infolettre, s abonner",
    ),
    (Role::Honeypot, "ne pas remplir, laisser vide, laissez ce champ vide"),
    (
        Role::OtherPerson,
        "contact d urgence, personne a contacter, nom du parrain, \
         nom de jeune fille de la mere",
    ),
    (Role::Quantity, "quantite, nombre d articles, qte"),
    (
        Role::Comment,
        "commentaire*, remarque*, instructions de livraison, precisions, \
         informations complementaires, note de commande, votre message, question secrete, \
         reponse secrete, objet, code porte, digicode, code d acces, interphone, \
         code d entree, nom de l adresse, intitule de l adresse, libelle adresse, \
         instruction de livraison, donnez un nom a cette adresse",
    ),
    (Role::Age, "votre age, tranche d age"),
    (Role::File, "fichier*, piece jointe, pieces jointes, joindre un fichier"),
    (Role::BankAccount, "compte bancaire, rib, titulaire du compte"),
    (
        Role::Occasion,
        "date de livraison, mode de paiement, mode de livraison, numero de commande, \
         comment nous avez vous connu, type d adresse, date d arrivee, moyen de paiement, \
         type de client",
    ),
    (Role::Password, "mot de passe, mdp, mot passe, motdepasse*, mots de passe"),
    (
        Role::Repeat,
        "confirmer, confirmez, repeter, repetez, retapez, ressaisir, ressaisissez, a nouveau",
    ),
    (
        Role::NewWord,
        "nouveau, nouvel, nouveau mot de passe, creer un mot de passe, \
         choisissez un mot de passe, creez votre mot de passe, au moins 8 caracteres, \
         choisir un mot de passe",
    ),
    (
        Role::CurrentWord,
        "actuel, ancien, mot de passe actuel, ancien mot de passe, mot de passe oublie",
    ),
    (Role::Number, "numero, n"),
    (Role::Month, "mois"),
    (Role::Year, "annee, an"),
    (Role::Day, "jour, jj"),
    (Role::Card, "carte, carte bancaire, carte de credit, paiement"),
    (Role::Birth, "naissance, ne le"),
    (
        Role::LoginWords,
        "connexion, se connecter, connectez vous, identifiez vous, mot de passe oublie, \
         deja client, rester connecte, s identifier, me connecter, deja inscrit, \
         se souvenir de moi, connecter, j ai deja un compte",
    ),
    (
        Role::SignupWords,
        "s inscrire, creer un compte, creer mon compte, inscrivez vous, nouveau client, \
         creation de compte, je m inscris, creer votre compte, m inscrire, pas encore inscrit",
    ),
    (
        Role::ResetWords,
        "changer le mot de passe, reinitialiser, reinitialisation, modifier le mot de passe, \
         changer mon mot de passe",
    ),
    (Role::Fax, "telecopie, numero de fax, telecopieur"),
    (Role::NotMe, "urgence, tuteur, beneficiaire, conjoint"),
];
