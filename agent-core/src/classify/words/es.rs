//! Spanish.

/// The table.
pub(super) const WORDS: &str = "\
name: nombre completo, nombre y apellidos, nombre y apellido, nombres y apellidos, \
    nombre apellidos, tu nombre completo, apellidos y nombre, nombre del destinatario, \
    destinatario, nombre de contacto, quien recibe, nombre de quien recibe, \
    persona que recibe, nombre apellido
honorific-prefix: tratamiento, ?titulo, saludo
given-name: nombre, nombres, nombre de pila
additional-name: segundo nombre
family-name: apellido*
nickname: apodo
username: nombre de usuario, usuario, nombre usuario, usuario o correo, usuario o email, \
    nombre de usuario o correo electronico
one-time-code: codigo de verificacion, codigo de confirmacion, codigo sms, \
    codigo de activacion, codigo de acceso, codigo enviado
organization-title: cargo, puesto, profesion, ocupacion, puesto de trabajo
organization: empresa, nombre de la empresa, compania, razon social, organizacion, \
    nombre de empresa, empleador, institucion, nombre empresa
street-address: direccion, domicilio, direccion postal, direccion de facturacion
address-line1: direccion 1, direccion linea 1, calle y numero, calle numero, \
    calle y numero de casa, linea 1 de direccion, calle y altura, direccion calle y numero, \
    nombre de la calle y numero
address-line2: direccion 2, direccion linea 2, direccion complementaria, \
    complemento de direccion, datos adicionales, piso puerta, piso y puerta, \
    piso departamento, piso escalera puerta, complementaria, apartamento suite, \
    direccion adicional, linea 2 de direccion, resto de direccion, bloque piso puerta, \
    piso y departamento, complemento, piso letra, piso dpto, apartamento local, \
    apartamento habitacion, piso puerta escalera, casa apartamento, \
    informacion adicional de direccion, detalles de la direccion, apto
address-line3: direccion 3, direccion linea 3
address-streetname: calle, nombre de la calle, via, nombre de via, avenida, \
    nombre de calle, nombre via
address-housenumber: numero exterior, numero de calle, num ext, no exterior, n exterior, \
    altura, numero de casa, numero de la calle, num exterior, numero de puerta, numero ext, \
    numeracion, numero calle
apartment: departamento numero, apartamento, depto, dpto, num int, puerta, interior, \
    oficina, numero de departamento, numero int, departamento casa, n departamento, \
    nro departamento, dept, letra, casa departamento oficina
floor: piso, planta
stair: escalera, portal
building: edificio, torre, bloque, manzana, urbanizacion, conjunto, condominio
address-extra: informacion adicional, otros datos de direccion, indicaciones adicionales, \
    datos adicionales de direccion
reference-point: referencia, referencias, entre calles, entre calle, y calle, \
    referencia de direccion, entre que calles, referencias de la direccion, cerca de, entre
address-lookup: buscar direccion, busca tu direccion, ingresa tu direccion, \
    busca una direccion
address-level3: distrito, urbanizacion barrio, sector, corregimiento, parroquia
address-level2: ciudad, localidad, poblacion, municipio, comuna, delegacion, alcaldia, \
    partido, canton
address-level1: provincia, estado, departamento, comunidad autonoma, entidad federativa
country: pais, pais region, pais de residencia, pais o region, pais de envio
postal-code: cp, c p, codpostal, codigopostal*, codigo zip
postal-code-and-city: codigo postal y ciudad, codigo postal o ciudad, \
    codigo postal y poblacion
vat-number: nif cif, cif, cif nif, cuit, ruc, rfc, nit, cif de la empresa, numero de iva, \
    numero de ruc, nif iva, cuit cuil, rut empresa
id-number: documento de identidad, nie, cedula*, documento, cuil, numero de dni, \
    identificacion, pasaporte, dni cif, nif cif nie, doc identidad, dni cuit, run, \
    clave de elector
cc-name: nombre en la tarjeta, titular de la tarjeta, nombre del titular, titular, \
    nombre titular, nombre que aparece en la tarjeta, nombre como aparece en la tarjeta, \
    nombre y apellido del titular, nombre impreso en la tarjeta
cc-number: numero de tarjeta, numero de la tarjeta, tarjeta de credito, n de tarjeta, \
    numero tarjeta, no de tarjeta, num tarjeta
cc-exp: vencimiento, caducidad, mm aa, valida hasta, valido hasta, expiracion, caduca
cc-exp-month: mes de vencimiento, mes de caducidad, mes de expiracion, mes vencimiento, \
    mes caducidad
cc-exp-year: ano de vencimiento, ano de caducidad, ano de expiracion, ano vencimiento, \
    ano caducidad
cc-csc: codigo de seguridad, codigo seguridad, cod seguridad, numero de seguridad, \
    codigo de verificacion de la tarjeta, codigo cvv, clave de seguridad, codigo cvc
cc-type: tipo de tarjeta, tipo tarjeta
x-setting: moneda, divisa
x-setting: idioma, idioma preferido
bday: nacimiento, cumpleanos
bday-day: dia de nacimiento, dia nacimiento
bday-month: mes de nacimiento, mes nacimiento
bday-year: ano de nacimiento, ano nacimiento
sex: sexo, genero
url: sitio web, pagina web, ?web
tel: telefono*, numero de telefono, movil, celular, numero de celular, \
    telefono de contacto, numero de movil, numero telefonico, numero movil, cel, tel fijo
tel-country-code: codigo de pais, prefijo, codigo pais, prefijo internacional, \
    prefijo telefonico, prefijo pais, codigo internacional, prefijo telefono
tel-area-code: codigo de area, codigo area, prefijo de area, caracteristica, cod de area, \
    lada, clave lada, area
tel-extension: extension telefonica
email: correo electronico, direccion de correo, direccion de email, direccion de e mail, \
    direccion email, correo o telefono, correo electronico o telefono
x-cover-letter: carta de presentacion, motivacion
x-resume: curriculum, hoja de vida, curriculo, adjuntar cv
x-photo: foto, fotografia, foto de perfil, imagen
x-bio: sobre ti, acerca de ti, biografia, sobre mi, presentacion
x-skills: habilidades, competencias, conocimientos, aptitudes
x-languages: idiomas
x-certifications: certificaciones, certificados
x-salary: salario*, pretension salarial, expectativa salarial, sueldo*, \
    pretensiones salariales, ingresos
x-notice-period: preaviso, disponibilidad, fecha de incorporacion, periodo de preaviso
x-work-authorization: permiso de trabajo, autorizacion de trabajo
x-school: escuela, universidad, centro de estudios, colegio, centro educativo
x-degree: titulacion, titulo academico, grado academico, nivel educativo, estudios
x-field-of-study: campo de estudio, carrera, especialidad, area de estudio
x-gpa: nota media, promedio
x-start-date: fecha de inicio, desde
x-end-date: fecha de fin, fecha de finalizacion, hasta
x-experience-years: anos de experiencia
x-captcha: escriba los caracteres, codigo de la imagen, texto de la imagen
x-search: buscar, busqueda, palabra clave, busca, buscador, que estas buscando, que buscas
x-coupon: cupon*, codigo promocional, codigo de descuento, vale descuento, \
    codigo descuento, tarjeta regalo, codigo de promocion, tarjeta de regalo, vale, \
    cupon de descuento, bono, codigo promo, tarjeta de fidelidad, numero de socio, \
    tarjeta cliente, numero de tarjeta de fidelidad
x-consent: acepto, terminos y condiciones, politica de privacidad, he leido, \
    condiciones generales, condiciones de uso, estoy de acuerdo, autorizo, aviso legal, \
    tratamiento de datos, proteccion de datos
x-newsletter: boletin*, quiero recibir, recibir ofertas, suscribirme, novedades, \
    deseo recibir, suscribete, promociones, comunicaciones comerciales
x-honeypot: no rellenar, dejar en blanco, no llenar
x-other-person: contacto de emergencia, persona autorizada, nombre de la madre, \
    persona de contacto
x-quantity: cantidad, unidades
x-comment: comentario*, observaciones, mensaje, notas, indicaciones, notas del pedido, \
    informacion adicional del pedido, pregunta secreta, respuesta secreta, asunto, \
    nombre de la direccion, alias de la direccion, instrucciones, nombre de direccion, \
    observacion, consulta
x-age: edad
x-file: archivo*, adjunto*, adjuntar, documentos, fichero*
x-bank-account: cuenta bancaria, numero de cuenta, titular de la cuenta, banco
x-occasion: fecha de entrega, forma de pago, metodo de pago, metodo de envio, \
    numero de pedido, como nos conociste, tipo de documento, tipo documento, \
    tipo de direccion, cuotas, tipo de cliente, tipo de vivienda, tipo de via, tipo via, \
    tipo de identificacion, horario de entrega, tipo de calle, tipo de telefono, \
    tipo de domicilio, numero de cuotas, tipo identificacion, tipo de factura
~password: contrasena*, clave, clave de acceso, contrasenya*, contrasena actual, contrasenia
~repeat: confirmar, repetir, confirma, repite, repita, confirme, confirmacion, reingresa, \
    nuevamente, de nuevo
~new: nueva, nueva contrasena, crear contrasena, crea una contrasena, elige una contrasena, \
    nueva clave, crea tu contrasena, minimo 8 caracteres, al menos 8 caracteres
~current: actual, antigua, contrasena actual, olvidaste tu contrasena, \
    has olvidado tu contrasena, olvide mi contrasena, olvido su contrasena
~number: numero, nro, n
~month: mes
~year: ano, aa, aaaa, anio
~day: dia
~card: tarjeta, tarjeta de credito, pago
~birth: nacimiento
~login: iniciar sesion, inicia sesion, acceder, ingresar, entrar, recordarme, \
    olvidaste tu contrasena, has olvidado tu contrasena, ya soy cliente, \
    olvide mi contrasena, mantener la sesion, identificate, ya tengo cuenta, acceso, \
    conectarse, inicio de sesion, recordar
~sign-up: registrarse, registrate, registro, crear cuenta, crear una cuenta, \
    crea tu cuenta, nuevo cliente, darse de alta, registrar, unete, registrarme, \
    crear mi cuenta, nueva cuenta, inscribete
~reset: cambiar contrasena, restablecer, restablecer contrasena, recuperar contrasena, \
    cambiar clave
~fax: numero de fax
~not-me: emergencia, tutor, beneficiario, conyuge
";
