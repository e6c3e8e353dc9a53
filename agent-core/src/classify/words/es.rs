//! Spanish.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "nombre completo, nombre y apellidos, nombre y apellido, nombres y apellidos, \
         nombre apellidos, tu nombre completo, apellidos y nombre, nombre del destinatario, \
         destinatario, nombre de contacto, quien recibe, nombre de quien recibe, \
         persona que recibe, nombre apellido",
    ),
    (Role::HonorificPrefix, "tratamiento, ?titulo, saludo"),
    (Role::GivenName, "nombre, nombres, primer nombre, nombre de pila, tu nombre, nombre s"),
    (Role::AdditionalName, "segundo nombre"),
    (
        Role::FamilyName,
        "apellido*, apellidos, primer apellido, segundo apellido, apellido paterno, \
         apellido materno, tus apellidos, apellido s",
    ),
    (Role::Nickname, "apodo"),
    (
        Role::Username,
        "nombre de usuario, usuario, nombre usuario, id de usuario, usuario o correo, \
         usuario o email, nombre de usuario o correo electronico",
    ),
    (
        Role::OneTimeCode,
        "codigo de verificacion, codigo de confirmacion, codigo sms, codigo de activacion, \
         codigo de acceso, codigo enviado",
    ),
    (
        Role::OrganizationTitle,
        "cargo, puesto, profesion, ocupacion, puesto actual, puesto de trabajo",
    ),
    (
        Role::Organization,
        "empresa, nombre de la empresa, compania, razon social, organizacion, \
         nombre de empresa, empleador, institucion, nombre empresa",
    ),
    (
        Role::StreetAddress,
        "direccion, domicilio, direccion postal, direccion completa, direccion de envio, \
         direccion de entrega, direccion de facturacion, tu direccion",
    ),
    (
        Role::AddressLine1,
        "direccion 1, direccion linea 1, linea de direccion 1, calle y numero, calle numero, \
         calle y numero de casa, linea 1 de direccion, calle y altura, \
         direccion calle y numero, nombre de la calle y numero",
    ),
    (
        Role::AddressLine2,
        "direccion 2, direccion linea 2, linea de direccion 2, direccion complementaria, \
         complemento de direccion, datos adicionales, piso puerta, piso y puerta, \
         piso departamento, piso escalera puerta, complementaria, apartamento suite, \
         direccion adicional, linea 2 de direccion, resto de direccion, bloque piso puerta, \
         piso y departamento, complemento, piso letra, piso dpto, apartamento local, \
         apartamento habitacion, numero piso puerta, piso puerta escalera, casa apartamento, \
         informacion adicional de direccion, detalles de la direccion, apto",
    ),
    (Role::AddressLine3, "direccion 3, direccion linea 3"),
    (
        Role::StreetName,
        "calle, nombre de la calle, via, nombre de via, avenida, nombre de calle, \
         calle avenida, nombre via, calle o avenida",
    ),
    (
        Role::HouseNumber,
        "numero exterior, numero de calle, num ext, no exterior, n exterior, altura, \
         numero de casa, numero de la calle, num exterior, numero de puerta, numero ext, \
         numeracion, numero calle",
    ),
    (
        Role::Apartment,
        "departamento numero, apartamento, numero interior, depto, dpto, num int, \
         no interior, n interior, puerta, interior, num interior, numero de apartamento, \
         oficina, numero de departamento, numero int, depto oficina, depto casa, \
         dpto oficina, departamento casa, casa depto, n departamento, nro departamento, \
         dept, depto n, letra, casa departamento oficina",
    ),
    (Role::Floor, "piso, planta"),
    (Role::Stair, "escalera, portal"),
    (Role::Building, "edificio, torre, bloque, manzana, urbanizacion, conjunto, condominio"),
    (
        Role::AddressExtra,
        "informacion adicional, otros datos de direccion, indicaciones adicionales, \
         datos adicionales de direccion",
    ),
    (
        Role::ReferencePoint,
        "referencia, referencias, punto de referencia, entre calles, entre calle, y calle, \
         referencia de direccion, entre que calles, referencias de la direccion, cerca de, \
         entre",
    ),
    (
        Role::AddressLookup,
        "buscar direccion, busca tu direccion, ingresa tu direccion, busca una direccion",
    ),
    (Role::AddressLevel3, "distrito, urbanizacion barrio, sector, corregimiento, parroquia"),
    (
        Role::AddressLevel2,
        "ciudad, localidad, poblacion, municipio, comuna, delegacion, ciudad poblacion, \
         ciudad localidad, municipio delegacion, delegacion municipio, \
         delegacion o municipio, alcaldia, partido, ciudad municipio, canton, \
         ciudad o localidad",
    ),
    (
        Role::AddressLevel1,
        "provincia, estado, departamento, comunidad autonoma, estado provincia, \
         provincia estado, provincia o estado, estado o provincia, region provincia, \
         entidad federativa, estado region",
    ),
    (Role::Country, "pais, pais region, pais de residencia, pais o region, pais de envio"),
    (Role::PostalCode, "codigo postal, cp, c p, codpostal, cod postal, codigopostal*, codigo zip"),
    (
        Role::PostalCodeAndCity,
        "codigo postal y ciudad, codigo postal o ciudad, codigo postal y poblacion",
    ),
    (
        Role::VatNumber,
        "nif cif, cif, cif nif, cuit, ruc, rfc, nit, cif de la empresa, numero de iva, \
         numero de ruc, nif iva, cuit cuil, rut empresa",
    ),
    (
        Role::IdNumber,
        "documento de identidad, numero de documento, numero de identificacion, dni nie, \
         nie, cedula*, documento, numero de cedula, nif nie, nif dni, dni nif, cuil, \
         numero de dni, identificacion, pasaporte, numero de pasaporte, cedula de identidad, \
         cedula de ciudadania, dni cif, numero documento, n documento, nif cif nie, \
         nif dni cif, doc identidad, nro documento, nro de documento, dni cuit, run, \
         clave de elector",
    ),
    (
        Role::CcName,
        "nombre en la tarjeta, titular de la tarjeta, nombre del titular, titular, \
         nombre titular, nombre que aparece en la tarjeta, \
         nombre como aparece en la tarjeta, nombre y apellido del titular, \
         nombre impreso en la tarjeta, nombre del titular de la tarjeta",
    ),
    (
        Role::CcNumber,
        "numero de tarjeta, numero de la tarjeta, tarjeta de credito, n de tarjeta, \
         numero tarjeta, numero de tarjeta de credito, no de tarjeta, num tarjeta",
    ),
    (
        Role::CcExp,
        "fecha de caducidad, fecha de vencimiento, vencimiento, caducidad, \
         fecha de expiracion, mm aa, valida hasta, valido hasta, fecha caducidad, \
         fecha vencimiento, vencimiento mm aa, expiracion, caduca",
    ),
    (
        Role::CcExpMonth,
        "mes de vencimiento, mes de caducidad, mes de expiracion, mes vencimiento, \
         mes caducidad",
    ),
    (
        Role::CcExpYear,
        "ano de vencimiento, ano de caducidad, ano de expiracion, ano vencimiento, \
         ano caducidad",
    ),
    (
        Role::CcCsc,
        "codigo de seguridad, codigo seguridad, cod seguridad, numero de seguridad, \
         codigo de verificacion de la tarjeta, codigo cvv, clave de seguridad, codigo cvc",
    ),
    (Role::CcType, "tipo de tarjeta, tipo tarjeta"),
    (Role::Setting, "moneda, divisa"),
    (Role::Setting, "idioma, idioma preferido"),
    (
        Role::Bday,
        "fecha de nacimiento, nacimiento, fecha nacimiento, cumpleanos, fec nacimiento, \
         f nacimiento",
    ),
    (Role::BdayDay, "dia de nacimiento, dia nacimiento"),
    (Role::BdayMonth, "mes de nacimiento, mes nacimiento"),
    (Role::BdayYear, "ano de nacimiento, ano nacimiento"),
    (Role::Sex, "sexo, genero"),
    (Role::Url, "sitio web, pagina web, ?web"),
    (
        Role::Tel,
        "telefono*, numero de telefono, movil, telefono movil, celular, numero de celular, \
         telefono celular, tel movil, telefono fijo, telefono de contacto, telefono 1, \
         telefono 2, numero de movil, n de telefono, numero telefonico, numero movil, \
         numero celular, cel, tel celular, tel fijo, num telefono",
    ),
    (
        Role::TelCountryCode,
        "codigo de pais, prefijo, codigo pais, prefijo internacional, prefijo telefonico, \
         prefijo pais, codigo internacional, prefijo telefono",
    ),
    (
        Role::TelAreaCode,
        "codigo de area, codigo area, cod area, prefijo de area, caracteristica, \
         cod de area, lada, clave lada, area",
    ),
    (Role::TelExtension, "extension telefonica"),
    (
        Role::Email,
        "correo electronico, direccion de correo, direccion de correo electronico, \
         direccion de email, tu correo, direccion de e mail, correo e, tu email, \
         direccion email, correo o telefono, correo electronico o telefono",
    ),
    (Role::CoverLetter, "carta de presentacion, carta de motivacion, motivacion"),
    (Role::Resume, "curriculum, hoja de vida, curriculo, adjuntar cv"),
    (Role::PhotoFile, "foto, fotografia, foto de perfil, imagen"),
    (Role::Bio, "sobre ti, acerca de ti, biografia, sobre mi, presentacion"),
    (Role::Skills, "habilidades, competencias, conocimientos, aptitudes"),
    (Role::Languages, "idiomas"),
    (Role::Certifications, "certificaciones, certificados"),
    (
        Role::Salary,
        "salario*, pretension salarial, expectativa salarial, sueldo*, \
         pretensiones salariales, ingresos",
    ),
    (Role::NoticePeriod, "preaviso, disponibilidad, fecha de incorporacion, periodo de preaviso"),
    (Role::WorkAuthorization, "permiso de trabajo, autorizacion de trabajo"),
    (Role::School, "escuela, universidad, centro de estudios, colegio, centro educativo"),
    (
        Role::Degree,
        "titulacion, nivel de estudios, titulo academico, grado academico, nivel educativo, \
         estudios",
    ),
    (Role::FieldOfStudy, "campo de estudio, carrera, especialidad, area de estudio"),
    (Role::Gpa, "nota media, promedio"),
    (Role::StartDate, "fecha de inicio, desde"),
    (Role::EndDate, "fecha de fin, fecha de finalizacion, hasta"),
    (Role::ExperienceYears, "anos de experiencia"),
    (
        Role::Captcha,
        "escriba los caracteres, codigo de la imagen, texto de la imagen, \
         introduce el codigo de la imagen",
    ),
    (
        Role::Search,
        "buscar, busqueda, palabra clave, busca, buscador, que estas buscando, que buscas",
    ),
    (
        Role::Coupon,
        "cupon*, codigo promocional, codigo de descuento, vale descuento, codigo descuento, \
         tarjeta regalo, codigo de promocion, tarjeta de regalo, vale, cupon de descuento, \
         bono, codigo promo, tarjeta de fidelidad, numero de socio, tarjeta cliente, \
         numero de tarjeta de fidelidad",
    ),
    (
        Role::Consent,
        "acepto, terminos y condiciones, politica de privacidad, he leido, \
         condiciones generales, condiciones de uso, estoy de acuerdo, autorizo, aviso legal, \
         tratamiento de datos, proteccion de datos",
    ),
    (
        Role::Newsletter,
        "boletin*, quiero recibir, recibir ofertas, suscribirme, novedades, deseo recibir, \
         suscribete, promociones, recibir promociones, comunicaciones comerciales",
    ),
    (Role::Honeypot, "no rellenar, dejar en blanco, no llenar"),
    (
        Role::OtherPerson,
        "contacto de emergencia, persona autorizada, nombre de la madre, persona de contacto",
    ),
    (Role::Quantity, "cantidad, unidades"),
    (
        Role::Comment,
        "comentario*, observaciones, mensaje, notas, instrucciones de entrega, indicaciones, \
         notas del pedido, informacion adicional del pedido, pregunta secreta, \
         respuesta secreta, asunto, nombre de la direccion, alias de la direccion, \
         instrucciones, nombre de direccion, observacion, consulta, instrucciones adicionales",
    ),
    (Role::Age, "edad"),
    (Role::File, "archivo*, adjunto*, adjuntar, documentos, fichero*"),
    (Role::BankAccount, "cuenta bancaria, numero de cuenta, titular de la cuenta, banco"),
    (
        Role::Occasion,
        "fecha de entrega, forma de pago, metodo de pago, metodo de envio, numero de pedido, \
         como nos conociste, tipo de documento, tipo documento, tipo de direccion, cuotas, \
         tipo de cliente, tipo de vivienda, tipo de via, tipo via, tipo de identificacion, \
         horario de entrega, tipo de calle, tipo de telefono, tipo de domicilio, \
         numero de cuotas, tipo identificacion, tipo de factura",
    ),
    (
        Role::Password,
        "contrasena*, clave, clave de acceso, contrasenya*, contrasena actual, contrasenia",
    ),
    (
        Role::Repeat,
        "confirmar, repetir, confirma, repite, repita, confirme, confirmacion, reingresa, \
         nuevamente, de nuevo",
    ),
    (
        Role::NewWord,
        "nueva, nueva contrasena, crear contrasena, crea una contrasena, \
         elige una contrasena, nueva clave, crea tu contrasena, minimo 8 caracteres, \
         al menos 8 caracteres",
    ),
    (
        Role::CurrentWord,
        "actual, antigua, contrasena actual, olvidaste tu contrasena, \
         has olvidado tu contrasena, olvide mi contrasena, olvido su contrasena",
    ),
    (Role::Number, "numero, nro, n"),
    (Role::Month, "mes"),
    (Role::Year, "ano, aa, aaaa, anio"),
    (Role::Day, "dia"),
    (Role::Card, "tarjeta, tarjeta de credito, pago"),
    (Role::Birth, "nacimiento"),
    (
        Role::LoginWords,
        "iniciar sesion, inicia sesion, acceder, ingresar, entrar, recordarme, \
         olvidaste tu contrasena, has olvidado tu contrasena, ya soy cliente, \
         olvide mi contrasena, mantener la sesion, identificate, iniciar sesion con, \
         ya tengo cuenta, acceso, conectarse, inicio de sesion, recordar",
    ),
    (
        Role::SignupWords,
        "registrarse, registrate, registro, crear cuenta, crear una cuenta, crea tu cuenta, \
         nuevo cliente, darse de alta, registrar, unete, registrarme, crear mi cuenta, \
         nueva cuenta, inscribete",
    ),
    (
        Role::ResetWords,
        "cambiar contrasena, restablecer, restablecer contrasena, recuperar contrasena, \
         cambiar clave",
    ),
    (Role::Fax, "numero de fax"),
    (Role::NotMe, "emergencia, tutor, beneficiario, conyuge"),
];
