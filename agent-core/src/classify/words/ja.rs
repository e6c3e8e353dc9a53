//! Japanese.

/// The table.
pub(super) const WORDS: &str = "\
name: お名前, 氏名, 名前, フルネーム, ご氏名, ご担当者名, 担当者名, 宛名, 受取人名
honorific-prefix: 敬称
given-name: 名, お名前 名, 氏名 名, 名前 名, 名 漢字
family-name: 姓, 苗字, 名字, お名前 姓, 氏名 姓, 名前 姓, 姓 漢字
phonetic-given-name: メイ, 名 カナ, 名 フリガナ, 名 ふりがな, めい, 名 かな, 名カナ, 名フリガナ, メイ カナ, フリガナ 名, ふりがな 名, \
    カナ 名
phonetic-family-name: セイ, 姓 カナ, 姓 フリガナ, 姓 ふりがな, せい, 姓 かな, 姓カナ, 姓フリガナ, セイ カナ, フリガナ, ふりがな, \
    フリガナ 姓, ふりがな 姓, カナ 姓, カナ氏名, お名前 フリガナ, お名前 カナ
nickname: ニックネーム, ハンドルネーム, 表示名
username: ユーザー名, ユーザーid, ユーザid, ログインid, 会員id, ユーザ名, アカウント名, メールアドレスまたはユーザー名, 会員番号, アカウント, \
    ユーザー id, ログイン id, 会員 id, ユーザ id
one-time-code: 認証コード, 確認コード, ワンタイムパスワード, 検証コード
organization-title: 役職, 職業, 職種, 肩書, 職位
organization: 会社名, 企業名, 法人名, 勤務先, 会社, 貴社名, 団体名, 組織名, 勤務先名, 御社名
street-address: 住所, ご住所, お届け先住所, 配送先住所
address-line1: 住所1, 住所 1, 番地, 番地等, 町名番地, 町名 番地, 町域 番地, 町村名 番地, 丁目 番地, 市区町村 番地, 町名 丁目 番地, \
    住所 番地, 市区町村番地, 以降の住所
address-line2: 住所2, 住所 2, 建物名, マンション名, ビル名, 部屋番号, マンション 建物名, マンション ビル名, 建物
address-line3: 住所3, 住所 3
address-level2: 市町村, 市区郡, 都市, 市区, 郡市区, 市区町村名, 市郡区
address-level1: 都道府県, 県, 都道府県名
country: 国, 国名, 国 地域, 国籍
postal-code: 〒, ゆうびん番号, 郵便
cc-name: カード名義, 名義人, カード名義人名, カード上の名前, カード所有者名
cc-number: カード番号, カードナンバー
cc-exp: 有効期限
cc-exp-month: 有効期限 月, 有効期限月
cc-exp-year: 有効期限 年, 有効期限年
cc-csc: セキュリティコード, セキュリティーコード, カード確認番号, 認証番号
cc-type: カード種類, カードの種類, カード会社, カードブランド
x-setting: 言語
bday: 生年月日, 誕生日
bday-year: 生年月日 年, 生まれた年, 生年
bday-month: 生年月日 月, 誕生月
bday-day: 生年月日 日
sex: 性別
url: ウェブサイト, ホームページ, サイトurl
tel: 電話, 携帯番号, 連絡先, tel番号
tel-country-code: 国番号
tel-area-code: 市外局番
email: メールアドレス, メール, eメール アドレス
x-cover-letter: 志望動機, カバーレター
x-resume: 履歴書, 職務経歴書
x-photo: 写真, 顔写真, プロフィール画像
x-bio: 自己紹介, 自己pr, プロフィール
x-skills: スキル
x-languages: 語学, 使用言語
x-certifications: 資格
x-salary: 年収, 給与, 収入
x-school: 学校名, 大学, 出身校, 学校
x-degree: 学位, 学歴
x-field-of-study: 専攻, 学部, 学科
x-start-date: 開始日
x-end-date: 終了日, 卒業
x-experience-years: 経験年数
x-captcha: 画像認証, 画像の文字, 表示されている文字
x-search: 検索, キーワード, 何をお探しですか
x-coupon: クーポン, ギフトカード, プロモーションコード, 割引コード, ギフト券, ポイント
x-consent: 同意, 利用規約, プライバシーポリシー, 個人情報保護方針, 個人情報の取り扱い
x-newsletter: メルマガ, メールマガジン, お知らせメール, ニュースレター
x-quantity: 数量, 個数
x-comment: 備考, コメント, ご要望, メッセージ, お問い合わせ内容, 備考欄, 件名, 秘密の質問, 秘密の答え, ご意見, 内容
x-age: 年齢
x-file: ファイル, 添付
x-bank-account: 口座番号, 支店名, 口座名義, 銀行名
x-occasion: 配送日, お届け日, 支払い方法, 支払方法, 注文番号, 配送方法, お届け希望日
~password: パスワード, 暗証番号
~repeat: 確認, 再入力, もう一度, 確認用, 再度
~new: 新しい, 新規パスワード, 新しいパスワード, 新パスワード, 8文字以上
~current: 現在の, 旧パスワード, 現在のパスワード, パスワードを忘れ
~month: 月
~year: 年
~day: 日
~card: カード, クレジットカード, お支払い
~birth: 生年, 誕生
~login: ログイン, サインイン, パスワードを忘れ, ログイン状態を保持
~sign-up: アカウント作成, アカウントを作成, 登録
~reset: パスワード変更, パスワード再設定, パスワードの変更, パスワードの再設定
~fax: ファックス, fax番号
~not-me: 緊急連絡先, 保護者, ご家族
";
