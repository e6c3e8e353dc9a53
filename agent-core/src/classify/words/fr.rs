//! French.

/// The table.
pub(super) const WORDS: &str = "\
name: nom complet, nom et prenom, prenom et nom, nom prenom, votre nom, prenom nom, \
    nom et prenoms, nom du destinataire, destinataire, nom du contact
honorific-prefix: civilite, titre de civilite, ?titre
given-name: prenom*
additional-name: deuxieme prenom, second prenom
family-name: nom, nom de famille, nom de naissance, nom famille, nom patronymique
nickname: pseudo, surnom
username: nom d utilisateur, identifiant*, pseudonyme, nom utilisateur, nom de compte, \
    identifiant ou e mail, ?numero client, utilisateur, numero d abonne, \
    email ou identifiant
one-time-code: code de verification, code de validation, code de confirmation, code sms, \
    code d activation, code a usage unique, code recu
organization-title: fonction, poste, intitule du poste, metier, poste actuel, emploi, \
    titre du poste
organization: societe, entreprise, raison sociale, nom de l entreprise, nom de la societe, \
    nom de l organisation, employeur, organisme, etablissement
street-address: adresse, adresse de livraison, adresse de facturation, adresse complete
address-line1: adresse ligne 1, adresse 1, numero et rue, numero et nom de rue, n et rue, \
    numero et libelle de la voie, n et voie, n et nom de rue, numero et voie, \
    rue et numero, n et libelle de voie, numero de rue et nom de rue, \
    numero et nom de la rue
address-line2: adresse ligne 2, adresse 2, complement d adresse, complement adresse, \
    suite adresse, adresse complementaire, complement, adresse suite, \
    complements d adresse, complement de livraison, infos complementaires, \
    appartement batiment etage, batiment appartement, batiment etage, appartement suite, \
    bureau etc, complement d informations, apt etage
address-line3: adresse ligne 3, adresse 3, lieu dit, complement d adresse 2
address-streetname: rue, nom de rue, nom de la rue, voie, nom de voie, nom de la voie, \
    libelle de voie, libelle voie
address-housenumber: numero de rue, numero de voie, n de rue, numero dans la rue, n rue, \
    num rue, num voie, numero de maison, n de voie, numero de la rue, n de maison, \
    numero rue, numero voie
address-extra-housesuffix: bis ter, extension numero, boite, numero de boite, \
    boite postale, bte
apartment: appartement, appt, porte, numero de porte
floor: etage
stair: escalier, entree
building: batiment*, immeuble, residence, bat
address-extra: informations complementaires adresse, chez
reference-point: point de repere
address-lookup: rechercher une adresse, rechercher votre adresse, recherche d adresse, \
    saisissez votre adresse
address-level3: quartier, arrondissement
address-level2: ville, localite, municipalite
address-level1: departement, etat
country: pays, pays region, pays de residence, pays ou region, votre pays, pays de livraison
postal-code: cp, codepostal*, code postale
postal-code-and-city: code postal et ville, code postal ville, cp ville, \
    ville ou code postal, code postal ou ville, ville code postal, ville et code postal
vat-number: numero de tva, tva intracommunautaire, numero tva, tva, n de tva, siret, siren, \
    numero siret
id-number: numero de carte d identite, numero de passeport, numero d identite, \
    carte d identite, numero de securite sociale, n de passeport
cc-name: nom sur la carte, titulaire de la carte, nom du titulaire, titulaire, \
    nom du porteur, nom figurant sur la carte, detenteur de la carte, nom du detenteur, \
    nom complet sur la carte
cc-number: numero de carte, numero de la carte, n de carte, carte bancaire, \
    numero de votre carte, carte de credit, numero carte, n carte
cc-exp: expire le, expire fin, date de fin de validite, date d echeance, mm aa, validite
cc-exp-month: mois d expiration, mois expiration, date d expiration mois
cc-exp-year: annee d expiration, annee expiration, date d expiration annee
cc-csc: cryptogramme*, code de securite, code securite, code de verification de la carte, \
    code cvv, numero de verification
cc-type: type de carte, type carte
x-setting: devise, monnaie
x-setting: langue, langue preferee
bday: naissance, ne le, nee le, anniversaire
bday-day: jour de naissance, naissance jour
bday-month: mois de naissance, naissance mois
bday-year: annee de naissance, naissance annee
sex: sexe, genre
url: site web, site internet
tel: telephone*, portable, fixe, numero de portable, numero de mobile, gsm, n de tel, \
    num tel, numero de tel
tel-country-code: indicatif, indicatif pays, indicatif telephonique, code pays, \
    indicatif du pays
tel-area-code: indicatif regional, code regional
tel-extension: numero de poste
email: adresse e mail, adresse email, courriel, adresse mail, adresse courriel, \
    adresse electronique, courrier electronique, adresse de courriel, adresse de messagerie
x-cover-letter: motivations
x-resume: votre cv, deposer cv
x-photo: photo de profil, photo d identite
x-bio: a propos de vous, presentation, biographie, presentez vous, a propos de moi
x-skills: competences*
x-languages: langues
x-certifications: certificats
x-salary: salaire*, pretentions salariales, remuneration, pretention salariale, revenu*
x-notice-period: preavis, disponibilite, date de debut souhaitee
x-work-authorization: permis de travail, autorisation de travail, titre de sejour
x-school: ecole, universite, etablissement scolaire
x-degree: diplome, niveau d etudes, niveau d etude
x-field-of-study: domaine d etudes, specialite, filiere, specialisation
x-gpa: moyenne generale
x-start-date: date de debut, debut
x-end-date: date de fin
x-experience-years: annees d experience
x-captcha: recopiez, recopier le code, verification anti robot
x-search: recherche*, mots cles, mot cle, chercher
x-coupon: code promotionnel, code reduction, bon de reduction, code avantage, \
    cheque cadeau, carte cadeau, bon d achat, code cadeau, code parrainage, \
    carte de fidelite, numero de fidelite, parrain, code privilege, \
    numero de carte de fidelite, numero carte de fidelite
x-consent: j accepte, cgv, cgu, politique de confidentialite, j ai lu, je certifie, \
    mentions legales, je consens, je confirme
x-newsletter: lettre d information, offres commerciales, je souhaite recevoir, \
    recevoir les offres, bons plans, infolettre, s abonner
x-honeypot: ne pas remplir, laisser vide, laissez ce champ vide
x-other-person: contact d urgence, personne a contacter, nom du parrain, \
    nom de jeune fille de la mere
x-quantity: quantite, nombre d articles, qte
x-comment: commentaire*, remarque*, precisions, informations complementaires, \
    note de commande, reponse secrete, objet, code porte, digicode, code d acces, \
    interphone, code d entree, nom de l adresse, intitule de l adresse, libelle adresse, \
    instruction de livraison, donnez un nom a cette adresse
x-age: votre age, tranche d age
x-file: fichier*, piece jointe, pieces jointes, joindre un fichier
x-bank-account: compte bancaire, rib, titulaire du compte
x-occasion: date de livraison, mode de paiement, mode de livraison, numero de commande, \
    comment nous avez vous connu, type d adresse, date d arrivee, moyen de paiement, \
    type de client
~password: mot de passe, mdp, mot passe, motdepasse*, mots de passe
~repeat: confirmer, confirmez, repeter, repetez, retapez, ressaisir, ressaisissez, a nouveau
~new: nouveau, nouvel, nouveau mot de passe, creer un mot de passe, \
    choisissez un mot de passe, creez votre mot de passe, au moins 8 caracteres, \
    choisir un mot de passe
~current: actuel, ancien, mot de passe actuel, ancien mot de passe, mot de passe oublie
~number: numero, n
~month: mois
~year: annee, an
~day: jour, jj
~card: carte, carte bancaire, carte de credit, paiement
~birth: naissance, ne le
~login: connexion, connectez vous, identifiez vous, mot de passe oublie, deja client, \
    rester connecte, s identifier, deja inscrit, se souvenir de moi, connecter, \
    j ai deja un compte
~sign-up: s inscrire, creer un compte, creer mon compte, inscrivez vous, nouveau client, \
    creation de compte, je m inscris, creer votre compte, m inscrire, pas encore inscrit
~reset: changer le mot de passe, reinitialiser, reinitialisation, modifier le mot de passe, \
    changer mon mot de passe
~fax: telecopie, numero de fax, telecopieur
~not-me: urgence, tuteur, beneficiaire, conjoint
";
