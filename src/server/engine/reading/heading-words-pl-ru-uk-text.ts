/** Polish, Russian and Ukrainian names of headings, written as in heading-words-text. */
export const SLAVIC_WORDS = {
  context: `
wstęp tło kontekst~ problem~ opis_problemu stan_obecny sytuacja_obecna celu celów wizj~ misj~ przegląd~ opis opisu ogólny streszczeni~ grupy_docelowe grupa_docelowa docelow~ odbiorc~ persony analiz~ konkurencj~ konkurenc~ propozycja_wartości wskaźnik~ mierniki sukces~ ryzyk~ mitygacj~ założe~ zależnoś~ pytani~ kwesti~ słownik~ definicj~ skrót~ skróty skrótów pojęć terminów źródła odniesienia bibliografia załącznik~ dodatki dodatek historia_zmian historia_wersji informacje informacji metadan~ interesariusz~ odpowiedzialnoś~ zespół zespołu budżet~ koszt~ model_biznesowy monetyzacj~ korzyści rezultat~ rezultaty wyniki kroki kolejne_kroki wniosk~ wnioski spis_treści uzasadnieni~ motywacj~ hipotez~ rynku rynek profile_użytkowników wartość wartości szanse
введени~ сведени~ описани~ контекст~ бизнес-контекст~ предыстори~ проблем~ состояни~ ситуаци~ цель цели целей бизнес-цел~ назначени~ видени~ мисси~ обзор~ резюме целев~ аудитори~ портрет~ персон~ анализ~ рынок рынка конкурент~ конкуренц~ ценностн~ метрик~ показател~ успех~ риск~ меры митигаци~ допущени~ предположени~ зависимост~ вопрос~ нерешенн~ глоссари~ термин~ определени~ сокращени~ аббревиатур~ ссылк~ источник~ нормативн~ приложения приложение история_изменений история_версий версий информаци~ метаданн~ стейкхолдер~ заинтересованн~ ответственност~ бюджет~ стоимост~ бизнес-модел~ монетизаци~ преимуществ~ результат~ эффект~ шаги выгод~ заключени~ вывод~ содержани~ оглавлени~ гипотез~ обосновани~ характеристика_объекта объекта_автоматизации заказчик~ решаемая_проблема потребност~ боли
вступ вступу відомост~ опис опису контекст~ передумов~ стан мета мети ціль цілі цілей бізнес-ціл~ призначенн~ баченн~ місі~ огляд~ цільов~ аудиторі~ персони аналіз~ ринку ринок ціннісн~ показник~ успіх~ ризик~ заход~ заходи припущенн~ залежност~ залежності питанн~ глосарі~ термін~ визначенн~ скороченн~ посиланн~ джерел~ додатки додаток історія_змін історія_версій інформаці~ метадан~ зацікавлен~ відповідальніст~ вартіст~ бізнес-модел~ переваг~ результат~ кроки висновк~ висновки зміст гіпотез~ обґрунтуванн~ потреб~ сторони
informacje_o_dokumencie цели_и_задачи оценк~ цілі_та_завдання цілі_і_завдання монетизаці~ характеристика_объекта_автоматизации
нормативные_документы стороны сторон команда команде ценностное_предложение ціннісна_пропозиція
додатків potrzeb~ potrzeby актуальност~ актуальність предметной_области предметна_область анализ_предметной_области суть_проекта мотиваци~ мотиваці~ проблематик~ пользовательские_потребности`,
  scope: `zakres zakresu область объем~ границы границ рамки обсяг~ межі`,
  limit: `
wykluczeni~ ograniczeni~ granic~ technologi~ stosu stos wybór_technologii zasady zasad decyzj~ wytyczn~ konwencj~ poza_zakresem nie_wchodzi bez_zakresu
исключени~ ограничени~ технологи~ технологический_стек технический_стек стек~ принцип~ решения решений стандарт~ соглашени~ вне_рамок вне_области не_входит не_цели
обмеженн~ технологі~ технологічний_стек технічний_стек принцип~ рішенн~ стандарт~ поза_межами не_входить
standardy standardów`,
  soft: `architektur~ architekton~ архитектур~ архітектур~
architektoniczn~`,
  look: `wdrożeni~ identyfikacja_wizualna kolorystyk~ развертывани~ цветовая_палитра палитр~ фирменный_стиль розгортанн~`,
  qualify: `
obecn~ aktualn~ istniejąc~ główn~ kluczow~ ogóln~ oczekiwan~ szacowan~ biznesow~ techniczn~ technologiczn~ projektow~ systemow~ znan~ możliw~ proponowan~ wybran~ wykorzystan~ używan~ szczegółow~ wstępn~ projekt projektu produkt produktu produktów system systemu systemów aplikacj~ platform~ użytkownik~ dokument~ wersji oraz lub do od po za przy o ze we z w na i co jest kolejn~ następn~ zewnętrzn~ wewnętrzn~ rozwiązani~ oprogramowani~ rola role dodatkow~ inn~ strategiczn~ mvp
текущ~ существующ~ основн~ ключев~ главн~ общ~ общее общие общая общий кратк~ ожидаем~ предлагаем~ выбранн~ используем~ принят~ детальн~ подробн~ начальн~ технологическ~ техническ~ бизнес~ пользовательск~ системн~ известн~ внешн~ внутренн~ следующ~ проект~ продукт~ систем~ платформ~ сервис~ сайт~ пользовател~ документ~ решаем~ создани~ разработк~ работ работы критери~ роли ролей дизайн~ к по на для о об и или в с со от из что это не как стратегическ~ дополнительн~ заказчика
поточн~ існуюч~ наявн~ основн~ ключов~ головн~ загальн~ коротк~ очікуван~ запропонован~ обран~ використан~ детальн~ початков~ технічн~ технологічн~ бізнес~ користувацьк~ системн~ відом~ зовнішн~ внутрішн~ наступн~ відкрит~ проєкт~ проект~ продукт~ систем~ застосун~ платформ~ сервіс~ користувач~ документ~ розробк~ робіт критері~ ролі та й і до про для з у в на що не дизайн~
dokumencie strategi~ deweloperski~ выбор~ стратеги~ стратегі~ вибір
klientów
dodatkow~ drugorzędn~ niezbędn~ wymagan~ prawn~ regulacyjn~ finansow~ ekonomiczn~ operacyjn~ organizacyjn~ użyt~ przyjęt~ zastosowan~ planowan~ pozostał~ podstawow~ najważniejsz~ дополнительн~ второстепенн~ необходим~ обязательн~ правов~ юридическ~ законодательн~ регуляторн~ финансов~ экономическ~ операционн~ организационн~ коммерческ~ планируем~ применяем~ прочи~ базов~ важн~ минимальн~ додатков~ другорядн~ необхідн~ обовязков~ обов'язков~ правов~ юридичн~ законодавч~ фінансов~ економічн~ операційн~ організаційн~ комерційн~ планован~ інші базов~ важлив~ мінімальн~`,
  work: `
funkcjonalno~ funkcj~ funkcjonaln~ wymagani~ specyfikacj~ historyj~ przypadk~ użyci~ ekran~ widok~ widoki moduł~ komponent~ interfejs~ integracj~ dostarczenia reguł~ przepływ~ uprawnie~ obsługa_błędów w_zakresie zakres_funkcjonalny obsług~ błęd~
функци~ функционал~ функциональн~ возможност~ требовани~ сценари~ вариант~ использовани~ экран~ страниц~ модул~ компонент~ интерфейс~ интеграци~ права_доступа права прав доступа сдаче правил~ бизнес-правил~ бизнес-логик~ бизнес-требован~ логик~ обработка_ошибок состав_работ спецификаци~ состав
функці~ функціонал~ функціональн~ можливост~ вимог~ вимоги сценарі~ використанн~ екран~ сторінк~ модул~ компонент~ інтерфейс~ інтеграці~ права_доступу права доступу правил~ бізнес-правил~ бізнес-вимог~ бізнес-логік~ обробка_помилок історії історій специфікаці~
strony podstrony opis_funkcji opis_funkcjonalności описание_функций описание_функционала опис_функцій опис_функціоналу
описание_экранов описание_модулей опис_екранів opis_ekranów opis_modułów`,
  quality: `
pozafunkcjonaln~ niefunkcjonaln~ bezpieczeństw~ prywatnoś~ wydajnoś~ dostępnoś~ skalowalnoś~ niezawodnoś~ użytecznoś~ testy testów testowani~ jakoś~ jakość monitorowani~ monitoring~ rodo
нефункциональн~ безопасност~ производительност~ надежност~ доступност~ масштабируемост~ удобство_использования удобств~ тестировани~ тест~ качеств~ мониторинг~ конфиденциальност~ отказоустойчивост~
нефункціональн~ безпек~ продуктивніст~ продуктивност~ надійніст~ надійност~ доступніст~ масштабованіст~ тестуванн~ якіст~ якост~ моніторинг~ конфіденційніст~`,
  data: `model_danych baza_danych bazy_danych schemat_bazy_danych schemat struktura_danych encje encji модель_данных база_данных базы_данных схема_базы_данных структура_данных сущност~ сутност~ модель_даних база_даних бази_даних схема_бази_даних структура_даних дані даних данных`,
  setup: `konfiguracj~ środowisk~ infrastruktur~ instalacj~ инфраструктур~ окружени~ настройка_окружения установка інфраструктур~ налаштування_середовища середовищ~`,
  later: `przyszł~ dalszy_rozwój rozwój rozwoju plany_na_przyszłość будущ~ дальнейш~ развити~ перспектив~ майбутн~ подальш~ розвит~
планы_на_будущее плани_на_майбутнє`,
  schedule: `harmonogram~ kamienie_milowe etap~ etapy faz fazy plan_wdrożenia plan_prac plan terminy роадмап~ дорожная_карта этап~ график~ план план_работ сроки срок вехи план_реализации календарный_план календарн~ реализации дорожня_карта етап~ графік~ план_робіт терміни_виконання строки`,
  restate: `akceptacj~ lista_kontrolna приемк~ порядок_приемки приймання прийнятт~
чек-лист чек-лист_приемки`,
} as const;
