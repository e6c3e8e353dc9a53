//! The days of a month in words, in the languages of [`crate::classify`]; Chinese and Japanese have numerals of
//! their own ([`super::dates`]).

use std::sync::OnceLock;

use crate::text::skeleton;

/// Letters by which a word may go on: endings of ordinals and of cases.
const ENDING: usize = 4;

/// The 31 days in order, each as it begins, written as one word; `/` stands between ways to say the same.
const DAYS: &[&str] = &[
    // English
    "first/one second/two third/three fourth/four fifth/five sixth/six seventh/seven \
     eighth/eight ninth/nine tenth/ten eleventh/eleven twelfth/twelve thirteenth/thirteen \
     fourteenth/fourteen fifteenth/fifteen sixteenth/sixteen seventeenth/seventeen \
     eighteenth/eighteen nineteenth/nineteen twentieth/twenty twentyfirst/twentyone \
     twentysecond/twentytwo twentythird/twentythree twentyfourth/twentyfour \
     twentyfifth/twentyfive twentysixth/twentysix twentyseventh/twentyseven \
     twentyeighth/twentyeight twentyninth/twentynine thirtieth/thirty thirtyfirst/thirtyone",
    // German
    "erst zweit dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehn vierzehn \
     fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig einundzwanzig zweiundzwanzig \
     dreiundzwanzig vierundzwanzig fünfundzwanzig sechsundzwanzig siebenundzwanzig \
     achtundzwanzig neunundzwanzig dreissig einunddreissig",
    // French
    "premier deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze \
     seize dixsept dixhuit dixneuf vingt vingtetun vingtdeux vingttrois vingtquatre vingtcinq \
     vingtsix vingtsept vingthuit vingtneuf trente trenteetun",
    // Spanish
    "primer dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince \
     dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidos veintitres \
     veinticuatro veinticinco veintiseis veintisiete veintiocho veintinueve treinta \
     treintayuno",
    // Italian
    "primo due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici \
     quindici sedici diciassette diciotto diciannove venti ventuno ventidue ventitre \
     ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno",
    // Portuguese
    "primeiro/um dois três quatro cinco seis sete oito nove dez onze doze treze \
     catorze/quatorze quinze dezasseis/dezesseis dezassete/dezessete dezoito \
     dezanove/dezenove vinte vinteeum vinteedois vinteetrês vinteequatro vinteecinco \
     vinteeseis vinteesete vinteeoito vinteenove trinta trintaeum",
    // Dutch
    "eerste tweede derde vierde vijf zes zeven acht negen tien elf twaalf dertien veertien \
     vijftien zestien zeventien achttien negentien twintig eenentwintig tweeentwintig \
     drieentwintig vierentwintig vijfentwintig zesentwintig zevenentwintig achtentwintig \
     negenentwintig dertig eenendertig",
    // Polish
    "pierwsz drugi trzeci czwart piąt szóst siódm ósm dziewiąt dziesiąt jedenast dwunast \
     trzynast czternast piętnast szesnast siedemnast osiemnast dziewiętnast dwudziest \
     dwudziestegopierwsz/dwudziestypierwsz dwudziestegodrugi/dwudziestydrugi \
     dwudziestegotrzeci/dwudziestytrzeci dwudziestegoczwart/dwudziestyczwart \
     dwudziestegopiąt/dwudziestypiąt dwudziestegoszóst/dwudziestyszóst \
     dwudziestegosiódm/dwudziestysiódm dwudziestegoósm/dwudziestyósm \
     dwudziestegodziewiąt/dwudziestydziewiąt trzydziest \
     trzydziestegopierwsz/trzydziestypierwsz",
    // Czech
    "prvn druh třet čtvrt pát šest sedm osm devát desát jedenáct dvanáct třináct čtrnáct \
     patnáct šestnáct sedmnáct osmnáct devatenáct dvacát dvacátéhoprvn dvacátéhodruh \
     dvacátéhotřet dvacátéhočtvrt dvacátéhopát dvacátéhošest dvacátéhosedm dvacátéhoosm \
     dvacátéhodevát třicát třicátéhoprvn",
    // Danish
    "første anden tredje fjerde femte sjette syvende ottende niende tiende ellevte tolvte \
     trettende fjortende femtende sekstende syttende attende nittende tyvende enogtyvende \
     toogtyvende treogtyvende fireogtyvende femogtyvende seksogtyvende syvogtyvende \
     otteogtyvende niogtyvende tredivte enogtredivte",
    // Swedish
    "första andra tredje fjärde femte sjätte sjunde åttonde nionde tionde elfte tolfte \
     trettonde fjortonde femtonde sextonde sjuttonde artonde nittonde tjugonde tjugoförsta \
     tjugoandra tjugotredje tjugofjärde tjugofemte tjugosjätte tjugosjunde tjugoåttonde \
     tjugonionde trettionde trettioförsta",
    // Norwegian
    "første andre tredje fjerde femte sjette sjuende åttende niende tiende ellevte tolvte \
     trettende fjortende femtende sekstende syttende attende nittende tjuende tjueførste \
     tjueandre tjuetredje tjuefjerde tjuefemte tjuesjette tjuesjuende tjueåttende tjueniende \
     trettiende trettiførste",
    // Finnish
    "ensimmäi toinen kolmas neljäs viides kuudes seitsemäs kahdeksas yhdeksäs kymmenes \
     yhdestoista kahdestoista kolmastoista neljästoista viidestoista kuudestoista \
     seitsemästoista kahdeksastoista yhdeksästoista kahdeskymmenes kahdeskymmenesensimmäi \
     kahdeskymmenestoinen kahdeskymmeneskolmas kahdeskymmenesneljäs kahdeskymmenesviides \
     kahdeskymmeneskuudes kahdeskymmenesseitsemäs kahdeskymmeneskahdeksas \
     kahdeskymmenesyhdeksäs kolmaskymmenes kolmaskymmenesensimmäi",
    // Hungarian
    "else másod harmad negyed ötöd hatod heted nyolcad kilenced tized tizenegyed tizenketted \
     tizenharmad tizennegyed tizenötöd tizenhatod tizenheted tizennyolcad tizenkilenced \
     huszad huszonegyed huszonketted huszonharmad huszonnegyed huszonötöd huszonhatod \
     huszonheted huszonnyolcad huszonkilenced harmincad harmincegyed",
    // Romanian
    "întâi doi trei patru cinci șase șapte opt nouă zece unsprezece doisprezece treisprezece \
     paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece douăzeci \
     douăzecișiunu douăzecișidoi douăzecișitrei douăzecișipatru douăzecișicinci \
     douăzecișișase douăzecișișapte douăzecișiopt douăzecișinouă treizeci treizecișiunu",
    // Turkish
    "bir iki üç dört beş altı yedi sekiz dokuz on onbir oniki onüç ondört onbeş onaltı onyedi \
     onsekiz ondokuz yirmi yirmibir yirmiiki yirmiüç yirmidört yirmibeş yirmialtı yirmiyedi \
     yirmisekiz yirmidokuz otuz otuzbir",
    // Greek
    "πρώτη/μία δεύτερη/δύο τρίτη/τρεις τετάρτη/τέσσερις πέμπτη/πέντε έκτη/έξι εβδόμη/επτά \
     ογδόη/οκτώ ενάτη/εννέα δεκάτη/δέκα ενδεκάτη/έντεκα δωδεκάτη/δώδεκα δεκάτητρίτη/δεκατρεις \
     δεκάτητετάρτη/δεκατέσσερις δεκάτηπέμπτη/δεκαπέντε δεκάτηέκτη/δεκαέξι \
     δεκάτηεβδόμη/δεκαεπτά δεκάτηογδόη/δεκαοκτώ δεκάτηενάτη/δεκαεννέα εικοστή/είκοσι \
     εικοστήπρώτη/είκοσιμία εικοστήδεύτερη/είκοσιδύο εικοστήτρίτη/είκοσιτρεις \
     εικοστήτετάρτη/είκοσιτέσσερις εικοστήπέμπτη/είκοσιπέντε εικοστήέκτη/είκοσιέξι \
     εικοστήεβδόμη/είκοσιεπτά εικοστήογδόη/είκοσιοκτώ εικοστήενάτη/είκοσιεννέα \
     τριακοστή/τριάντα τριακοστήπρώτη/τριάνταμία",
    // Russian
    "перв втор трет четверт пят шест седьм восьм девят десят одиннадцат двенадцат тринадцат \
     четырнадцат пятнадцат шестнадцат семнадцат восемнадцат девятнадцат двадцат двадцатьперв \
     двадцатьвтор двадцатьтрет двадцатьчетверт двадцатьпят двадцатьшест двадцатьседьм \
     двадцатьвосьм двадцатьдевят тридцат тридцатьперв",
    // Ukrainian
    "перш друг трет четверт пят шост сьом восьм девят десят одинадцят дванадцят тринадцят \
     чотирнадцят пятнадцят шістнадцят сімнадцят вісімнадцят девятнадцят двадцят двадцятьперш \
     двадцятьдруг двадцятьтрет двадцятьчетверт двадцятьпят двадцятьшост двадцятьсьом \
     двадцятьвосьм двадцятьдевят тридцят тридцятьперш",
    // Arabic
    "الاول الثاني الثالث الرابع الخامس السادس السابع الثامن التاسع العاشر الحاديعشر الثانيعشر \
     الثالثعشر الرابععشر الخامسعشر السادسعشر السابععشر الثامنعشر التاسععشر العشرين/العشرون \
     الحاديوالعشرين/الحاديوالعشرون الثانيوالعشرين/الثانيوالعشرون \
     الثالثوالعشرين/الثالثوالعشرون الرابعوالعشرين/الرابعوالعشرون \
     الخامسوالعشرين/الخامسوالعشرون السادسوالعشرين/السادسوالعشرون \
     السابعوالعشرين/السابعوالعشرون الثامنوالعشرين/الثامنوالعشرون \
     التاسعوالعشرين/التاسعوالعشرون الثلاثين/الثلاثون الحاديوالثلاثين/الحاديوالثلاثون",
    // Hebrew
    "אחד שניים שלושה ארבעה חמישה שישה שבעה שמונה תשעה עשרה אחדעשר שניםעשר שלושהעשר ארבעהעשר \
     חמישהעשר שישהעשר שבעהעשר שמונהעשר תשעהעשר עשרים עשריםואחד עשריםושניים עשריםושלושה \
     עשריםוארבעה עשריםוחמישה עשריםושישה עשריםושבעה עשריםושמונה עשריםותשעה שלושים שלושיםואחד",
    // Korean
    "일 이 삼 사 오 육 칠 팔 구 십 십일 십이 십삼 십사 십오 십육 십칠 십팔 십구 이십 이십일 이십이 이십삼 이십사 이십오 이십육 이십칠 이십팔 이십구 삼십 \
     삼십일",
];

/// Whether letters, as they are compared, say this day of a month, 1 to 31, in some language.
pub(super) fn may_say_day(letters: &str, day: u8) -> bool {
    static WORDS: OnceLock<Vec<Vec<String>>> = OnceLock::new();
    let words = WORDS.get_or_init(|| {
        let of_day = |day: usize| {
            let listed = DAYS.iter().filter_map(move |row| row.split_whitespace().nth(day));
            listed.flat_map(|words| words.split('/')).map(skeleton).collect()
        };
        (0..31).map(of_day).collect()
    });
    let words = usize::from(day).checked_sub(1).and_then(|at| words.get(at));
    words.into_iter().flatten().any(|word| {
        letters.strip_prefix(word.as_str()).is_some_and(|rest| rest.chars().count() <= ENDING)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_said_in_words() {
        for row in DAYS {
            assert_eq!(row.split_whitespace().count(), 31, "{row}");
        }
        for (text, day) in [
            ("first", 1),
            ("twenty-seventh", 27),
            ("Siebenundzwanzigsten", 27),
            ("vingt-sept", 27),
            ("dwudziestego siódmego", 27),
            ("двадцать седьмого", 27),
            ("이십칠", 27),
            ("thirty-first", 31),
        ] {
            assert!(may_say_day(&skeleton(text), day), "{text}");
            assert!(
                !may_say_day(&skeleton(text), day - 1) && !may_say_day(&skeleton(text), 0),
                "{text}"
            );
        }
        assert!(!may_say_day("secondhanded", 2) && !may_say_day("", 2) && !may_say_day("x", 32));
    }
}
