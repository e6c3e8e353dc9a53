//! Korean.

/// The table.
pub(super) const WORDS: &str = "\
name: 이름, 성명, 성함, 받는 사람, 받으시는 분, 수령인, 수취인, 주문자, 담당자명, 주문하시는 분, 받는분, 보내는 분
given-name: 이름 first, 이름만
family-name: 성씨
nickname: 닉네임, 별명
username: 아이디, 사용자 이름, 사용자명, 사용자 id, 로그인 아이디, 사용자 아이디, 아이디 또는 이메일, 계정
one-time-code: 인증번호, 인증 코드, 인증코드, 확인 코드
organization-title: 직책, 직함, 직업, 직위
organization: 회사명, 회사, 상호, 직장명, 기관명, 단체명, 상호명, 회사 이름
street-address: 주소, 배송지 주소, 도로명주소, 도로명 주소
address-line1: 기본주소, 주소1, 주소 1, 기본 주소
address-line2: 상세주소, 주소2, 주소 2, 나머지주소, 상세 주소, 나머지 주소, 아파트 동호수, 동 호수
address-level2: 시군구, 도시, 구군
address-level1: 시도, 지역, 광역시
country: 국가, 나라, 국가 지역
postal-code: 우편번호, 우편 번호
vat-number: 사업자등록번호, 사업자 등록번호, 사업자번호
id-number: 주민등록번호, 여권번호
cc-name: 카드 소유자, 카드소유자 이름, 카드상의 이름, 카드 소유자 이름, 카드 명의자
cc-number: 카드번호, 카드 번호
cc-exp: 유효기간, 만료일, 유효 기간
cc-exp-month: 유효기간 월, 만료 월
cc-exp-year: 유효기간 년, 만료 연도
cc-csc: 보안코드, 보안 코드
cc-type: 카드 종류
x-setting: 언어
bday: 생년월일, 생일
bday-year: 출생년도, 태어난 해
bday-month: 태어난 달
bday-day: 태어난 날
sex: 성별
url: 웹사이트, 홈페이지
tel: 휴대폰, 연락처, 핸드폰, 전화, 휴대 전화
tel-country-code: 국가번호, 국가 코드, 국가 번호
tel-area-code: 지역번호
email: 이메일, 전자우편, 메일주소, 메일 주소
x-cover-letter: 자기소개서, 지원동기
x-resume: 이력서
x-photo: 사진, 프로필 사진
x-bio: 소개
x-skills: 기술
x-languages: 외국어
x-certifications: 자격증
x-salary: 연봉, 급여
x-school: 학교, 대학교, 학교명
x-degree: 학위, 학력
x-field-of-study: 전공
x-start-date: 시작일
x-end-date: 종료일
x-experience-years: 경력 년수, 경력
x-captcha: 자동입력 방지, 보안문자, 자동등록방지
x-search: 검색, 검색어
x-coupon: 쿠폰, 할인코드, 프로모션 코드, 상품권, 할인 코드, 추천인
x-consent: 동의, 개인정보, 약관
x-newsletter: 뉴스레터, 수신 동의, 마케팅 정보
x-quantity: 수량
x-comment: 메모, 요청사항, 문의내용, 배송 메모, 메시지, 제목
x-age: 나이, 연령
x-file: 파일, 첨부
x-bank-account: 계좌번호, 예금주, 은행명
x-occasion: 배송일, 결제 방법, 주문번호, 결제수단, 주문 번호
~password: 비밀번호, 암호, 패스워드
~repeat: 확인, 재입력, 다시, 재확인
~new: 새 비밀번호, 새로운 비밀번호, 신규, 8자 이상
~current: 현재, 기존, 현재 비밀번호, 비밀번호 찾기, 비밀번호를 잊
~month: 월
~year: 년도, 연도
~day: 일자
~card: 카드, 결제
~birth: 생년, 생일
~login: 로그인, 비밀번호 찾기, 로그인 상태 유지, 아이디 찾기, 아이디 저장
~sign-up: 계정 만들기, 회원 가입, 가입, 무료 가입
~reset: 비밀번호 변경, 비밀번호 재설정
~not-me: 비상연락처, 보호자
";
