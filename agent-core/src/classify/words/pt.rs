//! Portuguese, of Portugal and Brazil.

use super::{Role, Words};

pub(super) const WORDS: Words = &[
    (
        Role::Name,
        "nome completo, nome e sobrenome, nome e apelido, seu nome, seu nome completo, \
         nome sobrenome, destinatario, nome do destinatario, primeiro e ultimo nome, \
         nome do contato, quem vai receber, nome de quem recebe",
    ),
    (Role::HonorificPrefix, "tratamento, ?titulo"),
    (Role::GivenName, "primeiro nome, nome, nome proprio, nomes"),
    (Role::AdditionalName, "nome do meio, segundo nome"),
    (
        Role::FamilyName,
        "sobrenome*, apelido*, ultimo nome, nome de familia, apelidos, seu sobrenome",
    ),
    (Role::Nickname, "alcunha"),
    (
        Role::Username,
        "nome de usuario, nome de utilizador, utilizador, usuario, nome do usuario, \
         nome de usuario ou e mail, e mail ou cpf, cpf ou e mail, e mail cpf ou cnpj, \
         email ou cpf, cpf ou email, cpf cnpj ou e mail, cpf e mail",
    ),
    (Role::OneTimeCode, "codigo de verificacao, codigo de confirmacao, codigo de ativacao"),
    (Role::OrganizationTitle, "cargo, funcao, profissao, ocupacao, cargo atual"),
    (
        Role::Organization,
        "empresa, nome da empresa, razao social, organizacao, nome fantasia, empregador, \
         instituicao",
    ),
    (
        Role::StreetAddress,
        "endereco, morada, endereco completo, endereco de entrega, morada de entrega, \
         endereco de cobranca, endereco postal, morada de faturacao, seu endereco, \
         logradouro e numero",
    ),
    (
        Role::AddressLine1,
        "endereco 1, endereco linha 1, morada 1, morada linha 1, linha de endereco 1, \
         rua e numero, endereco rua e numero, rua avenida e numero",
    ),
    (
        Role::AddressLine2,
        "endereco 2, endereco linha 2, morada 2, morada linha 2, linha de endereco 2, \
         complemento, complemento do endereco, complemento endereco, apartamento bloco, \
         apto bloco, andar porta, complemento opcional",
    ),
    (Role::AddressLine3, "endereco 3, endereco linha 3, morada 3"),
    (
        Role::StreetName,
        "rua, logradouro, nome da rua, avenida, rua avenida, rua ou avenida, \
         nome do logradouro",
    ),
    (
        Role::HouseNumber,
        "numero da casa, numero do endereco, numero da porta, numero de porta, n da porta, \
         numero residencial, numero da residencia, numero de residencia, num endereco",
    ),
    (Role::Apartment, "apartamento, apto, sala, fracao"),
    (Role::Floor, "andar, piso"),
    (Role::Building, "edificio, predio, bloco, torre, lote"),
    (Role::AddressExtra, "informacoes adicionais do endereco, informacoes complementares"),
    (
        Role::ReferencePoint,
        "ponto de referencia, referencia, referencia de entrega, pontos de referencia, \
         referencias",
    ),
    (Role::AddressLookup, "buscar endereco, pesquisar morada, busque seu endereco"),
    (Role::AddressLevel3, "bairro, distrito bairro, freguesia"),
    (Role::AddressLevel2, "cidade, localidade, municipio, concelho, cidade municipio"),
    (
        Role::AddressLevel1,
        "estado, uf, distrito, provincia, regiao, estado uf, estado provincia, estado regiao",
    ),
    (Role::Country, "pais, pais regiao, pais de residencia"),
    (
        Role::PostalCode,
        "cep, codigo postal, cod postal, cep codigo postal, digite seu cep, informe seu cep, \
         seu cep, digite o cep",
    ),
    (Role::PostalCodeAndCity, "codigo postal e localidade"),
    (
        Role::VatNumber,
        "nif, numero de contribuinte, contribuinte, inscricao estadual, cnpj, nif empresa, \
         n contribuinte, nipc",
    ),
    (
        Role::IdNumber,
        "cpf cnpj, rg, cartao de cidadao, bilhete de identidade, numero do documento, \
         cpf ou cnpj, cpf do titular, documento, numero do cpf, identidade",
    ),
    (
        Role::CcName,
        "nome no cartao, nome impresso no cartao, titular do cartao, nome do titular, \
         titular, nome do titular do cartao, nome como no cartao, nome gravado no cartao, \
         nome que esta no cartao, nome conforme cartao",
    ),
    (
        Role::CcNumber,
        "numero do cartao, numero do cartao de credito, numero de cartao, cartao de credito, \
         n do cartao, num cartao",
    ),
    (
        Role::CcExp,
        "validade, data de validade, data de expiracao, validade do cartao, \
         data de vencimento, mm aa, vencimento, valido ate, data validade",
    ),
    (
        Role::CcExpMonth,
        "mes de validade, mes de expiracao, mes de vencimento, mes validade, validade mes",
    ),
    (
        Role::CcExpYear,
        "ano de validade, ano de expiracao, ano de vencimento, ano validade, validade ano",
    ),
    (
        Role::CcCsc,
        "codigo de seguranca, cod de seguranca, cod seguranca, \
         codigo de verificacao do cartao, codigo cvv, codigo seguranca, codigo verificador",
    ),
    (Role::CcType, "tipo de cartao, bandeira, bandeira do cartao"),
    (Role::Setting, "moeda"),
    (Role::Setting, "idioma, lingua"),
    (
        Role::Bday,
        "data de nascimento, nascimento, data nascimento, aniversario, dt nascimento, \
         dt nasc, data de nasc",
    ),
    (Role::BdayDay, "dia de nascimento, dia nascimento"),
    (Role::BdayMonth, "mes de nascimento, mes nascimento"),
    (Role::BdayYear, "ano de nascimento, ano nascimento"),
    (Role::Sex, "sexo, genero"),
    (Role::Url, "site, pagina web, sitio web, pagina pessoal"),
    (
        Role::Tel,
        "telefone*, celular, telemovel*, numero de telefone, telefone celular, \
         telefone fixo, numero de telemovel, telefone para contato, telefone de contato, \
         numero do celular, contacto telefonico, numero de celular, contato telefonico, \
         fone, tel celular, telefone residencial, telefone 1, telefone 2, telefone contato, \
         telemovel telefone, telefone movel",
    ),
    (Role::TelCountryCode, "codigo do pais, indicativo, indicativo do pais, codigo de pais"),
    (Role::TelAreaCode, "codigo de area, ddd celular, ddd telefone, codigo area"),
    (Role::TelExtension, "ramal"),
    (
        Role::Email,
        "endereco de e mail, endereco de email, correio eletronico, endereco eletronico, \
         seu e mail, seu email, seu melhor e mail, correio electronico, e mail ou telefone, \
         informe seu e mail",
    ),
    (Role::CoverLetter, "carta de apresentacao, carta de motivacao, motivacao"),
    (Role::Resume, "curriculo, curriculum, anexar curriculo"),
    (Role::PhotoFile, "foto, fotografia, imagem"),
    (Role::Bio, "sobre voce, sobre si, biografia, sobre mim, apresentacao"),
    (Role::Skills, "habilidades, competencias, conhecimentos"),
    (Role::Languages, "idiomas, linguas"),
    (Role::Certifications, "certificacoes, certificados"),
    (Role::Salary, "salario*, pretensao salarial, expectativa salarial, renda, renda mensal"),
    (Role::NoticePeriod, "aviso previo, disponibilidade"),
    (Role::WorkAuthorization, "autorizacao de trabalho, visto de trabalho"),
    (Role::School, "escola, universidade, faculdade, instituicao de ensino"),
    (
        Role::Degree,
        "grau, escolaridade, nivel de escolaridade, grau academico, formacao, \
         habilitacoes literarias, formacao academica",
    ),
    (Role::FieldOfStudy, "area de estudo, curso"),
    (Role::Gpa, "media final"),
    (Role::StartDate, "data de inicio, data inicio"),
    (Role::EndDate, "data de termino, data de fim, data de conclusao"),
    (Role::ExperienceYears, "anos de experiencia"),
    (Role::Captcha, "digite os caracteres, codigo da imagem"),
    (
        Role::Search,
        "buscar, busca, pesquisar, pesquisa, procurar, palavra chave, o que voce procura, \
         o que voce esta procurando, busque",
    ),
    (
        Role::Coupon,
        "cupom*, cupao*, codigo promocional, codigo de desconto, vale presente, vale compra, \
         cupom de desconto, vale desconto, cartao presente, cartao cliente, cupom desconto, \
         vale, codigo do cupom, cartao de fidelidade, vale oferta",
    ),
    (
        Role::Consent,
        "aceito, termos e condicoes, politica de privacidade, li e aceito, li e concordo, \
         concordo, termos de uso, autorizo, declaro, termos",
    ),
    (
        Role::Newsletter,
        "quero receber, desejo receber, receber ofertas, novidades, promocoes, \
         receber novidades, gostaria de receber, aceito receber, boletim",
    ),
    (Role::Honeypot, "nao preencher, deixe em branco"),
    (Role::OtherPerson, "contato de emergencia, contacto de emergencia, nome da mae, nome do pai"),
    (Role::Quantity, "quantidade, qtd, qtde"),
    (
        Role::Comment,
        "comentario*, observacoes, mensagem, notas, instrucoes de entrega, observacao, \
         informacoes adicionais, pergunta secreta, resposta secreta, assunto, \
         nome do endereco, identificacao do endereco, instrucoes, notas da encomenda, \
         identificador do endereco, nota, duvida",
    ),
    (Role::Age, "idade"),
    (Role::File, "arquivo*, ficheiro*, anexo*, anexar, documentos"),
    (Role::BankAccount, "conta bancaria, numero da conta, agencia, titular da conta, banco"),
    (
        Role::Occasion,
        "data de entrega, forma de pagamento, metodo de pagamento, numero do pedido, \
         como nos conheceu, tipo de endereco, parcelas, numero de parcelas, tipo de pessoa, \
         metodo de envio, tipo de documento, tipo endereco, parcelamento",
    ),
    (
        Role::Password,
        "senha*, palavra passe, palavrapasse*, palavra chave, codigo de acesso, minha senha, \
         sua senha",
    ),
    (
        Role::Repeat,
        "confirmar, confirme, repetir, repita, confirmacao, novamente, redigite, confirma",
    ),
    (
        Role::NewWord,
        "nova, nova senha, crie uma senha, criar senha, nova palavra passe, crie sua senha, \
         escolha uma senha, cadastre uma senha, minimo 8 caracteres, minimo de 8 caracteres",
    ),
    (
        Role::CurrentWord,
        "atual, antiga, senha atual, esqueci minha senha, esqueceu sua senha, \
         esqueci a senha, esqueceu a senha",
    ),
    (Role::Number, "numero, n"),
    (Role::Month, "mes"),
    (Role::Year, "ano, aaaa"),
    (Role::Day, "dia"),
    (Role::Card, "cartao, cartao de credito, pagamento"),
    (Role::Birth, "nascimento"),
    (
        Role::LoginWords,
        "entrar, acessar, iniciar sessao, aceder, esqueci minha senha, ja sou cliente, \
         lembrar, esqueceu a senha, ja tenho cadastro, fazer login, lembrar me, \
         continuar conectado, acesse sua conta, ja tem conta",
    ),
    (
        Role::SignupWords,
        "cadastrar, cadastre se, cadastro, criar conta, criar uma conta, registar, registo, \
         novo cliente, criar cadastro, crie sua conta, criar minha conta, registe se, \
         inscreva se, inscrever, quero me cadastrar, nova conta",
    ),
    (Role::ResetWords, "alterar senha, redefinir senha, recuperar senha, trocar senha"),
    (Role::Fax, "numero de fax"),
    (Role::NotMe, "emergencia, responsavel, beneficiario, conjuge"),
];
