//! Words on the buttons of widgets: what opens a list, turns a calendar, steps a number. A button that says
//! anything else is never pressed for that, whatever else speaks for it.

use shared_types::operation::Signs;

/// What opens a list or a calendar, and what it is called.
const OPENS: &str = "
    open close show hide toggle expand collapse choose select pick dropdown drop down popup menu list options option
    suggestions suggestion choices items calendar date dates time picker datepicker chooser caret chevron arrow
    keyboard today event the a an of to for month year day trigger combobox combo box icon button
    öffnen schließen schliessen anzeigen zeigen ausblenden umschalten wählen auswählen auswahl liste vorschläge optionen menü
    kalender datum datumsauswahl uhrzeit aufklappen zuklappen den die das der
    ouvrir fermer afficher masquer basculer choisir sélectionner liste suggestions options calendrier date la le les une un
    abrir cerrar mostrar ocultar alternar elegir seleccionar lista sugerencias opciones menú calendario fecha el los las
    aprire apri chiudi mostra nascondi scegli seleziona elenco suggerimenti opzioni calendario data il lo gli i
    openen sluiten tonen verbergen kiezen selecteren selecteer kies lijst suggesties opties kalender agenda datum de het een
    fechar escolher selecionar sugestões opções calendário
    öppna stäng visa dölj välj lista förslag alternativ kalender
    åbn luk vis skjul vælg liste forslag muligheder åpne lukk velg
    avaa sulje näytä piilota valitse luettelo ehdotukset kalenteri päivämäärä
    otwórz zamknij pokaż ukryj wybierz rozwiń zwiń lista opcje kalendarz data datę
    otevřít zavřít zobrazit skrýt vybrat vyberte seznam možnosti kalendář
    aç kapat göster gizle seç liste seçenekler takvim tarih
    открыть закрыть показать скрыть выбрать список варианты календарь дату дата
    відкрити закрити показати вибрати список календар
    開く 閉じる 表示 選択 カレンダー 打开 關閉 关闭 选择 選擇 日历 日曆 열기 닫기 선택 달력
    فتح إغلاق عرض اختيار القائمة التقويم פתח סגור הצג בחר רשימה לוח
";

/// Words among [`OPENS`] that choose. "Select" beside a box may be how one takes what stands there.
const CHOOSES: &str = "
    choose select pick wählen auswählen auswahl choisir sélectionner elegir seleccionar scegli seleziona kiezen selecteren selecteer kies
    escolher selecionar välj vælg velg valitse wybierz vybrat vyberte seç выбрать вибрати 選択 选择 選擇 선택 اختيار בחר
";

/// Words among [`OPENS`] for a list, or for one that is chosen from it.
const LISTS: &str = "
    dropdown drop popup menu list options option suggestions suggestion choices chooser trigger combobox combo box caret chevron arrow
    liste vorschläge optionen menü suggestions lista sugerencias opciones menú elenco suggerimenti opzioni lijst suggesties opties
    sugestões opções förslag alternativ forslag muligheder luettelo ehdotukset opcje seznam možnosti liste seçenekler список варианты
    القائمة רשימה
";

/// Words among [`OPENS`] for calendars.
const DAYS: &str = "
    calendar date dates time picker datepicker today event month year day kalender datum datumsauswahl uhrzeit calendrier date
    calendario fecha data calendário agenda kalenteri päivämäärä kalendarz datę kalendář takvim tarih календарь дату дата календар
    カレンダー 日历 日曆 달력 التقويم לוח
";

/// What turns the pages of a calendar. Never what a form goes on by alone: it counts in a calendar only.
const TURNS: &str = "
    next previous prev forward back backward backwards go to the a month months year years decade decades earlier later
    navigate move page chevron angle left right arrow keyboard double navigation before icon button calendar switch view show up down
    nächster nächste nächstes nächsten vorheriger vorherige vorheriges vorherigen voriger vorige voriges weiter zurück monat jahr jahrzehnt zum
    suivant suivante précédent précédente mois année an décennie avancer reculer
    siguiente anterior próximo próxima mes año década
    successivo successiva prossimo prossima precedente mese anno decennio
    volgende vorige maand jaar decennium
    seguinte mês ano
    nästa föregående månad år årtionde næste forrige måned neste
    seuraava edellinen kuukausi vuosi
    następny następna poprzedni poprzednia miesiąc rok
    další následující předchozí měsíc rok
    sonraki önceki ay yıl
    следующий следующая предыдущий предыдущая месяц год
    наступний попередній місяць рік
    次 次の 前 前の 次の月 前の月 翌月 前月 来月 先月 翌年 前年 下个月 上个月 下一月 上一月 下一年 上一年 下個月 上個月 다음 이전 달 다음달 이전달
    التالي السابق الشهر السنة הבא הקודם חודש שנה
";

/// What makes a number larger.
const MORE: &str = "
    increase increment plus up more add one higher raise value by 1 arrow chevron keyboard icon button spin stepper the quantity number amount
    erhöhen mehr hoch plus um eins wert augmenter plus incrémenter aumentar incrementar más mais aumenta incrementa più
    verhogen meer öka mer øk flere lisää zwiększ więcej zvýšit více artır увеличить больше збільшити 増やす 增加 증가 زيادة הגדל
";

/// What makes a number smaller.
const LESS: &str = "
    decrease decrement minus down less fewer subtract lower reduce one value by 1 arrow chevron keyboard icon button spin stepper the quantity number amount
    verringern vermindern weniger runter minus um eins wert diminuer moins décrémenter disminuir reducir decrementar menos diminuir
    diminuisci riduci meno verlagen verminderen minder minska mindre reducer færre vähennä zmniejsz mniej snížit méně azalt
    уменьшить меньше зменшити 減らす 减少 減少 감소 تقليل הקטן
";

/// What empties a field. Never pressed.
const CLEARS: &str = "
    clear reset empty selection value input search field all the close icon button x
    leeren löschen zurücksetzen auswahl effacer vider borrar limpiar cancella svuota wissen leegmaken rensa ryd tøm tyhjennä
    wyczyść vymazat temizle очистить очистити クリア 清除 清空 지우기 مسح נקה
";

/// The words, for whoever presses.
pub fn signs() -> Signs {
    let words = |text: &str| {
        let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
        words.sort_unstable();
        words.dedup();
        words
    };
    Signs {
        opens: words(OPENS),
        turns: words(TURNS),
        more: words(MORE),
        less: words(LESS),
        clears: words(CLEARS),
        chooses: words(CHOOSES),
        lists: words(LISTS),
        days: words(DAYS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gate::says_submit;

    #[test]
    fn no_sign_says_that_something_is_sent() {
        let Signs { opens, turns, more, less, .. } = signs();
        for word in [opens, turns, more, less].concat() {
            assert!(!says_submit(&word), "{word}");
            assert!(word.to_lowercase() == word && !word.is_empty(), "{word}");
        }
    }

    #[test]
    fn signs_are_those_of_widgets() {
        let Signs { opens, turns, more, less, clears, chooses, lists, days } = signs();
        let has = |list: &[String], text: &str| {
            text.split(' ').all(|word| list.iter().any(|known| known == word))
        };
        let check = |list: &[String], yes: &[&str], no: &[&str]| {
            yes.iter().for_each(|text| assert!(has(list, text), "{text}"));
            no.iter().for_each(|text| assert!(!has(list, text), "{text}"));
        };
        check(
            &opens,
            &["open", "toggle menu", "choose date", "kalender öffnen", "show options"],
            &["place order", "next", "open account", "delete", "pay", "add"],
        );
        check(
            &turns,
            &["next month", "previous year", "vorheriger monat", "go to next month", "前の月"],
            &["delete account", "pay", "close", "clear", "next step", "order"],
        );
        check(&more, &["increase", "plus", "increase value"], &["decrease", "buy", "add to cart"]);
        check(&less, &["decrease", "minus"], &["increase", "delete", "remove", "buy"]);
        check(&clears, &["clear"], &["remove", "delete row"]);
        check(
            &chooses,
            &["select", "choose", "auswählen", "vælg", "選択"],
            &["open", "option", "date"],
        );
        check(&lists, &["options", "menu", "list", "список"], &["select", "open", "date"]);
        check(&days, &["date", "calendar", "datum", "日历"], &["select", "option"]);
        for word in [chooses, lists, days].concat() {
            assert!(opens.contains(&word), "{word}");
        }
    }
}
