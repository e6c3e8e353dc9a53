//! Chinese, simplified and traditional.

/// The table.
pub(super) const WORDS: &str = "\
name: 姓名, 名字, 您的姓名, 真实姓名, 真實姓名, 收货人, 收貨人, 收件人, 联系人, 聯絡人, 全名, 收件人姓名, 收货人姓名, 收貨人姓名, 联系人姓名, \
    聯絡人姓名, 您的名字
honorific-prefix: 称谓, 稱謂, 称呼, 稱呼
given-name: 名 given
family-name: 姓氏
nickname: 昵称, 暱稱
username: 用户名, 用戶名, 账号, 帳號, 账户名, 使用者名稱, 登录名, 会员名, 账户, 帳戶, 用户名 邮箱, 通行证, 登錄名, 邮箱 用户名, 用户id, \
    使用者帳號, 手机号 邮箱 用户名
one-time-code: 短信验证码, 动态码, 手机验证码, 簡訊驗證碼, 动态密码, 邮箱验证码, 短信校验码, 手機驗證碼
organization-title: 职位, 職位, 职务, 職務, 职业, 職業, 職稱
organization: 公司, 单位名称, 企业名称, 單位名稱, 工作单位, 企業名稱
street-address: 地址, 街道地址
address-line1: 地址1, 地址 1, 地址行1, 地址第一行
address-line2: 地址2, 地址 2, 地址行2, 楼层 单元, 地址第二行
address-streetname: 街道, 路名
address-housenumber: 门牌号, 門牌號
apartment: 房间号, 单元号, 室
floor: 楼层, 樓層
building: 大厦, 大廈, 楼栋, 屋苑
address-level3: 区县, 鄉鎮, 区, 鄉鎮市區, 行政区, 區域
address-level2: 城市, 市, 县市, 縣市
address-level1: 省份, 省, 省市, 州, 省 州, 州 省, 省 直辖市
country: 国家, 國家, 国家 地区, 國家 地區, 国家地区, 国家或地区
postal-code: 邮编, 郵編, 邮政编码, 郵遞區號, 邮政编号, 郵政編碼, 郵區號碼
vat-number: 税号, 統一編號, 统一社会信用代码, 纳税人识别号
id-number: 身份证, 身份證字號, 护照号, 證件號碼, 证件号码, 護照號碼
cc-name: 持卡人姓名, 持卡人, 卡上姓名
cc-number: 卡号, 卡號, 信用卡卡號
cc-exp: 有效期, 到期日, 有效日期
cc-exp-month: 到期月份, 有效月
cc-exp-year: 到期年份, 有效年
cc-csc: 安全码, 安全碼, 卡背面末三碼, 背面三码, 驗證碼 cvv, 檢查碼
cc-type: 卡类型, 卡片類型, 信用卡類型
x-setting: 币种, 貨幣
x-setting: 语言, 語言
bday: 出生日期, 生日, 出生年月
bday-year: 出生年
bday-month: 出生月
bday-day: 出生日
sex: 性别, 性別
url: 网站, 網站, 网址, 網址
tel: 电话, 電話, 手机, 手機, 手机号, 联系方式, 手机 号码, 手機號, 电话 号码
tel-country-code: 国家代码, 國碼, 国际区号
tel-area-code: 区号, 區碼
tel-extension: 分机, 分機
email: 邮箱, 郵箱, 邮件地址, 电邮, 電郵, 信箱, 邮箱地址, 電郵地址, 邮件, 郵件, 電子郵件地址, 手机号或邮箱, 邮箱或手机号, 手机 邮箱, 邮箱 手机号, \
    手机号 邮箱, 手机或邮箱
x-cover-letter: 求职信, 求職信, 自荐信
x-resume: 简历, 履歷, 簡歷
x-photo: 照片, 头像, 頭像, 相片
x-bio: 自我介绍, 自我介紹, 个人简介, 個人簡介
x-skills: 技能, 专业技能, 特长
x-languages: 语言能力, 語言能力, 外语
x-certifications: 证书, 證書
x-salary: 薪资, 薪資, 年收入, 收入, 期望薪水
x-school: 学校, 學校, 毕业院校, 大学
x-degree: 学历, 學歷, 学位, 學位
x-field-of-study: 专业, 主修, 科系
x-start-date: 开始日期, 開始日期
x-end-date: 结束日期, 結束日期
x-experience-years: 工作年限, 工作經驗年數, 工作经验
x-captcha: 验证码, 驗證碼, 校验码, 附加码
x-search: 搜索, 搜尋, 关键词, 關鍵字, 查找, 关键字
x-coupon: 优惠码, 優惠碼, 优惠券, 優惠券, 折扣码, 礼品卡, 禮品卡, 推荐码, 邀请码, 推薦碼, 折扣碼, 邀請碼, 促销代码
x-consent: 同意, 隐私政策, 服務條款, 隱私權政策, 用户协议, 服务协议, 使用條款, 条款
x-newsletter: 订阅, 訂閱, 电子报, 電子報
x-quantity: 数量, 數量
x-comment: 备注, 備註, 留言, 評論, 评论, 訊息, 安全问题, 密码提示, 密保, 主题, 主題, 安全提问
x-age: 年龄, 年齡
x-file: 文件, 附件, 上传, 上傳
x-bank-account: 银行账号, 開戶行, 开户行, 銀行帳號
x-occasion: 送货日期, 支付方式, 付款方式, 订单号, 訂單編號, 配送方式, 送貨日期
~password: 密码, 密碼, 口令
~repeat: 确认, 確認, 重复, 再次, 重新输入, 重複, 再輸入
~new: 新密码, 新密碼, 设置密码, 设定密码, 設定密碼, 创建密码, 設置密碼
~current: 当前, 原密码, 旧密码, 目前密碼, 舊密碼, 忘记密码, 忘記密碼, 当前密码
~month: 月
~year: 年
~day: 日
~card: 信用卡, 银行卡, 付款, 支付
~birth: 出生
~login: 登录, 登入, 登錄, 忘记密码, 忘記密碼, 记住我, 記住我, 登陆, 记住
~sign-up: 注册, 註冊, 创建账户, 申请账号, 加入會員, 创建帐户, 建立帳號, 創建帳號
~reset: 修改密码, 重置密码, 變更密碼, 更改密码, 重設密碼, 找回密码
~fax: 传真, 傳真
~not-me: 紧急联系人, 緊急聯絡人, 监护人
";
