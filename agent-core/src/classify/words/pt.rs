//! Portuguese, of Portugal and Brazil.

/// The table.
pub(super) const WORDS: &str = "\
name: nome completo, nome e sobrenome, nome e apelido, seu nome, seu nome completo, \
    nome sobrenome, destinatario, nome do destinatario, primeiro e ultimo nome, \
    nome do contato, quem vai receber, nome de quem recebe
honorific-prefix: tratamento, ?titulo
given-name: primeiro nome, nome, nome proprio, nomes
additional-name: nome do meio, segundo nome
family-name: sobrenome*, apelido*, ultimo nome, nome de familia
nickname: alcunha
username: nome de usuario, nome de utilizador, utilizador, usuario, nome do usuario, \
    nome de usuario ou e mail, e mail ou cpf, cpf ou e mail, e mail cpf ou cnpj, \
    email ou cpf, cpf ou email, cpf cnpj ou e mail, cpf e mail
one-time-code: codigo de verificacao, codigo de confirmacao, codigo de ativacao
organization-title: cargo, funcao, profissao, ocupacao
organization: empresa, nome da empresa, razao social, organizacao, nome fantasia, \
    empregador, instituicao
street-address: endereco, morada, endereco de entrega, morada de entrega, \
    endereco de cobranca, endereco postal, morada de faturacao, logradouro e numero
address-line1: endereco 1, endereco linha 1, morada 1, morada linha 1, rua e numero, \
    endereco rua e numero, rua avenida e numero
address-line2: endereco 2, endereco linha 2, morada 2, morada linha 2, complemento, \
    complemento do endereco, complemento endereco, apartamento bloco, apto bloco, \
    andar porta
address-line3: endereco 3, endereco linha 3, morada 3
address-streetname: rua, logradouro, nome da rua, avenida, nome do logradouro
address-housenumber: numero da casa, numero do endereco, numero da porta, numero de porta, \
    n da porta, numero residencial, numero da residencia, numero de residencia, num endereco
apartment: apartamento, apto, sala, fracao
floor: andar, piso
building: edificio, predio, bloco, torre, lote
address-extra: informacoes adicionais do endereco, informacoes complementares
reference-point: referencia, referencias
address-lookup: buscar endereco, pesquisar morada, busque seu endereco
address-level3: bairro, distrito bairro, freguesia
address-level2: cidade, localidade, municipio, concelho
address-level1: estado, uf, distrito, provincia, regiao
country: pais, pais regiao, pais de residencia
postal-code: cep, seu cep, digite o cep
postal-code-and-city: codigo postal e localidade
vat-number: nif, contribuinte, inscricao estadual, cnpj, nif empresa, nipc
id-number: cpf cnpj, rg, cartao de cidadao, cpf ou cnpj, cpf do titular, documento, \
    numero do cpf, identidade
cc-name: nome no cartao, nome impresso no cartao, titular do cartao, nome do titular, \
    titular, nome como no cartao, nome gravado no cartao, nome que esta no cartao, \
    nome conforme cartao
cc-number: numero do cartao, numero de cartao, cartao de credito, n do cartao, num cartao
cc-exp: validade, data de expiracao, validade do cartao, mm aa, vencimento, valido ate
cc-exp-month: mes de validade, mes de expiracao, mes de vencimento, mes validade, \
    validade mes
cc-exp-year: ano de validade, ano de expiracao, ano de vencimento, ano validade, \
    validade ano
cc-csc: codigo de seguranca, cod de seguranca, cod seguranca, \
    codigo de verificacao do cartao, codigo cvv, codigo seguranca, codigo verificador
cc-type: tipo de cartao, bandeira, bandeira do cartao
x-setting: moeda
x-setting: idioma, lingua
bday: nascimento, aniversario, dt nasc, data de nasc
bday-day: dia de nascimento, dia nascimento
bday-month: mes de nascimento, mes nascimento
bday-year: ano de nascimento, ano nascimento
sex: sexo, genero
url: site, pagina web, sitio web, pagina pessoal
tel: telefone*, celular, telemovel*, numero de telefone, telefone para contato, \
    telefone de contato, numero do celular, contacto telefonico, numero de celular, \
    contato telefonico, fone, telefone residencial
tel-country-code: codigo do pais, indicativo, indicativo do pais, codigo de pais
tel-area-code: codigo de area, ddd celular, ddd telefone, codigo area
tel-extension: ramal
email: endereco de e mail, endereco de email, correio eletronico, endereco eletronico, \
    seu melhor e mail, correio electronico, e mail ou telefone
x-cover-letter: carta de apresentacao, motivacao
x-resume: curriculo, curriculum, anexar curriculo
x-photo: foto, fotografia, imagem
x-bio: sobre voce, sobre si, biografia, sobre mim, apresentacao
x-skills: habilidades, competencias, conhecimentos
x-languages: idiomas, linguas
x-certifications: certificacoes, certificados
x-salary: salario*, pretensao salarial, expectativa salarial, renda, renda mensal
x-notice-period: aviso previo, disponibilidade
x-work-authorization: autorizacao de trabalho, visto de trabalho
x-school: escola, universidade, faculdade, instituicao de ensino
x-degree: grau, escolaridade, grau academico, formacao, habilitacoes literarias, \
    formacao academica
x-field-of-study: area de estudo, curso
x-gpa: media final
x-start-date: data de inicio, data inicio
x-end-date: data de termino, data de fim, data de conclusao
x-experience-years: anos de experiencia
x-captcha: digite os caracteres, codigo da imagem
x-search: buscar, busca, pesquisar, pesquisa, procurar, palavra chave, o que voce procura, \
    o que voce esta procurando, busque
x-coupon: cupom*, cupao*, codigo promocional, codigo de desconto, vale presente, \
    vale compra, cupom de desconto, vale desconto, cartao presente, cartao cliente, \
    cupom desconto, vale, codigo do cupom, cartao de fidelidade, vale oferta
x-consent: aceito, termos e condicoes, politica de privacidade, concordo, autorizo, \
    declaro, termos
x-newsletter: quero receber, desejo receber, receber ofertas, novidades, promocoes, \
    gostaria de receber, aceito receber, boletim
x-honeypot: nao preencher, deixe em branco
x-other-person: contato de emergencia, contacto de emergencia, nome da mae, nome do pai
x-quantity: quantidade, qtd, qtde
x-comment: comentario*, observacoes, mensagem, notas, observacao, informacoes adicionais, \
    pergunta secreta, resposta secreta, assunto, nome do endereco, \
    identificacao do endereco, instrucoes, notas da encomenda, identificador do endereco, \
    nota, duvida
x-age: idade
x-file: arquivo*, ficheiro*, anexo*, anexar, documentos
x-bank-account: conta bancaria, numero da conta, agencia, titular da conta, banco
x-occasion: data de entrega, forma de pagamento, metodo de pagamento, numero do pedido, \
    como nos conheceu, tipo de endereco, parcelas, numero de parcelas, tipo de pessoa, \
    metodo de envio, tipo de documento, tipo endereco, parcelamento
~password: senha*, palavra passe, palavrapasse*, palavra chave, codigo de acesso
~repeat: confirmar, confirme, repetir, repita, confirmacao, novamente, redigite, confirma
~new: nova, nova senha, crie uma senha, criar senha, nova palavra passe, crie sua senha, \
    escolha uma senha, cadastre uma senha, minimo 8 caracteres, minimo de 8 caracteres
~current: atual, antiga, senha atual, esqueci minha senha, esqueceu sua senha, \
    esqueci a senha, esqueceu a senha
~number: numero, n
~month: mes
~year: ano, aaaa
~day: dia
~card: cartao, cartao de credito, pagamento
~birth: nascimento
~login: entrar, acessar, iniciar sessao, aceder, esqueci minha senha, ja sou cliente, \
    lembrar, esqueceu a senha, ja tenho cadastro, fazer login, continuar conectado, \
    acesse sua conta, ja tem conta
~sign-up: cadastrar, cadastre se, cadastro, criar conta, criar uma conta, registar, \
    registo, novo cliente, crie sua conta, criar minha conta, registe se, inscreva se, \
    inscrever, nova conta
~reset: alterar senha, redefinir senha, recuperar senha, trocar senha
~fax: numero de fax
~not-me: emergencia, responsavel, beneficiario, conjuge
";
