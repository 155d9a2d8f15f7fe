/**
 * What headings are called, per class: every content word of a heading must be in the list of its class, or be one of the
 * words that only qualify. Languages stand together: a word that means different things in two of them is left out. A word
 * that ends in "~" may go on for a few letters; words joined by "_" mean something together, and nothing alone. This list is
 * English with what other languages were first known by; they have lists of their own beside it.
 */
export const HEADING_WORDS = {
  context: `
problem problems statement background context overview introduction intro purpose vision mission goal goals objective objectives success metric metrics kpi kpis okr okrs measure measures measurement indicator indicators
risk risks mitigation mitigations assumption assumptions dependency dependencies persona personas audience market competitor competitors competitive competition landscape analysis glossary definition definitions term terms terminology acronym acronyms abbreviations
reference references resource resources link links appendix appendices changelog history revision revisions document information info metadata executive summary abstract tldr question questions faq stakeholder stakeholders approval approvals approver signoff sign-off
research motivation rationale why proposition positioning pitch example examples diagram diagrams north star inspiration budget cost costs pricing estimate estimates opportunity hypothesis hypotheses evidence pain painpoints alternatives points demo script recommendations recommendation claims benefits survey interviews findings state strategic alignment business-case outcomes outcome results roi
journey journeys storyboard narrative about preface philosophy archived archive deprecated sources quellen next steps contact contacts team people credits license licence author authors owner status legend revenue monetization monetisation notes note unknowns differentiators differentiation benefits impact
hintergrund einleitung einführung kontext ausgangslage problemstellung problem zielgruppe zielgruppen ziel ziele zielsetzung risiken annahmen zeitplan referenzen anhang beteiligte überblick übersicht zusammenfassung nutzen motivation deckblatt kennzahlen glossar begriffe änderungshistorie projektbeschreibung produktvision produktübersicht fragen offene zweck
contexte introduction problème problématique vision objectif objectifs cible cibles risques hypothèses références annexe annexes sommaire indicateurs résumé présentation glossaire personas
contexto antecedentes introducción problema objetivo objetivos riesgos supuestos referencias anexo anexos resumen resumo visión glosario métricas éxito público introdução riscos premissas referências sumário visão métricas sucesso glossário itens abertos perguntas
contesto introduzione obiettivi obiettivo rischi ipotesi riferimenti panoramica sommario descrizione achtergrond inleiding doel doelen doelstellingen risico's aannames referenties overzicht samenvatting
tło wprowadzenie kontekst ryzyka ryzyko założenia cel cele problem użytkownika przegląd podsumowanie słownik metryki sukcesu wizja pytania
açık sorular sorunlar sürüm geçmişi ekip iletişim giriş amaç amacı hedef hedefler genel bakış problem riskler varsayımlar metrikler vizyon özet sözlük başarı kriterleri
введение цель цели обзор контекст проблема риски допущения глоссарий метрики успеха аудитория видение резюме вопросы
assessment assessments estimation estimations effort thesis concept concepts contents marketing traceability advantage advantages raci learnings
ausgangssituation stakeholder abhängigkeiten mitigationsstrategien gegenmaßnahmen punkte kosten wettbewerb wettbewerber markt marktanalyse erfolgskriterien inhaltsverzeichnis anhänge kontakte ansprechpartner änderungsverzeichnis versionshistorie preise preismodell geschäftsmodell schritte
synthèse dépendances glossaire historique révisions coût coûts tarification tarifs équipe concurrence concurrents marché mesures ouverts ouvertes préciser enjeux
ejecutivo propósito indicadores mitigación mitigaciones dependencias preguntas abiertas apéndice apéndices historial cambios presupuesto costos costes equipo interesadas interesados competencia competidores mercado análisis pasos índice justificación trazabilidad
executivo mitigação mitigações dependências questões histórico alterações mudanças revisões orçamento custos equipe interessadas concorrência concorrentes análise passos justificativa rastreabilidade monetização precificação
esecutivo scopo destinatari metriche mitigazioni dipendenze domande aperte glossario appendice cronologia costi prezzi concorrenti concorrenza mercato indice
grupa docelowa mitygacje otwarte kwestie słowniczek załączniki budżet koszty zespół konkurencja rynek analiza wskaźniki mierniki streszczenie kroki interesariusze spis treści
paydaşlar bağımlılıklar maliyet bütçe rakipler rakip analizi pazar içindekiler ekler kaynaklar kaynakça adımlar kitle kitlesi göstergeler
предположения зависимости бюджет стоимость команда конкуренты рынок анализ термины определения ссылки содержание показатели изменений предыстория персоны
segments risk_register responsibilities use_of_funds tl_dr lessons_learned frequently_asked existing_solutions why_now why_this_matters why_it_matters document_conventions product_perspective user_needs customer_needs jobs_to_be_done job_to_be_done key_insights research_insights swot market_trends legal_notice leading_indicators lagging_indicators strategic_fit what_is_it what_is_this why_are_we_building_this why_we_are_building_this project_team management_summary related_documents document_history resource_requirements conclusion conclusions user_classes current_state market_size
problem_space solution_space problem_domain industry_background business_case return_on_investment state_of_the_art`,
  /** What is in and what is out of it: it passes nothing down. */
  scope: `scope zakresem
umfang`,
  limit: `
non-goal non-goals nongoals non-objectives anti-goals out-of-scope out exclusion exclusions excluded constraint constraints limitation limitations limits won't wont stack technology technologies tech decision decisions locked principles principle tooling tools guardrails guardrail conventions standards never not-included nicht-ziele nichtziele abgrenzung ausschlüsse einschränkungen randbedingungen technologie technologien prinzip prinzipien grundsatz grundsätze rahmenbedingungen
hors contraintes exclusions pile technologique principes fuera restricciones limitaciones tecnologías principios fora restrições limitações decisões travadas princípio princípios inegociável fuori vincoli buiten beperkingen
poza ograniczenia stos technologiczny granice dışı kısıtlamalar teknoloji kararları kararlar ограничения стек технологий
decisiones décisions entscheidungen decisões non-negotiables richtlinien leitlinien directrices pautas diretrizes wytyczne принципы
not_included not_in_scope technology_choices technical_choices tech_choices coding_standards code_conventions coding_conventions coding_guidelines development_guidelines code_style programming_languages languages_and_frameworks frameworks framework libraries boundaries`,
  soft: `architecture considerations strategy strategies approach architektur architectural arquitectura arquitetura architettura mimari архитектура`,
  look: `deployment hosting guidelines guideline brand branding style styling stylistic visual visuals typography color colors colour colours palette aesthetic aesthetics typografie farben typographie couleurs tipografía colores tipografia cores
look_and_feel`,
  qualify: `
key main primary secondary core product project technical business user users target general current overall high-level potential initial existing proposed known major critical important design system software application app platform mvp v1 v1.0 v2 this our the long-term short-term release launch public internal external data engineering functional solution value propositions customer customers plan planned detailed brief full list table log index section version criteria statement process guide baseline post for explicit experience further additional between considered looked at our their its perhaps maybe enhancement enhancements ux ui api security performance quality model development team legal compliance operational organizational go-to-market gtm open outstanding unresolved hard strict expected what how who we are is it on with from to in as by not and or of a an & use non deep general-purpose breakdown
wichtige projekts projektes produkts produktes technische technischer technisches fachliche projekt produkt system der die das und für des von
à au aux en sur du de la le les des et pour critères critère criterios critérios kriterien kryteria geral general generales gerais zu im am zum zur produit projet technique techniques el los las del y para producto proyecto do da dos das e para produto projeto técnicas técnica mvp parking lot hard dura restrição
i w z na dla produktu projektu techniczne główne proje ürün ve için temel teknik продукта проекта и основные технические
work set assurance readiness category categories logical chain backend frontend web mobile client server source minimal minimum viable direction non-negotiable new modified selling unique
nutzer benutzer primäre sekundäre offene nächste business usage usages clés clé majeures attendues attendus prochaines système utilisateur usuarios usuario clave próximos principales sistema abiertos partes usuários usuário chave principais aberto abertas em próximos utenti chiave sistema użytkowników użytkownicy użytkownik użytkownika kluczowe następne systemu kullanıcı kullanıcılar sistem ana пользователи пользователей пользовательские целевая открытые ключевые бизнес критерии системы
solve related estimated elevator immediate intended leading recommended chosen preferred suggested agreed guiding coding code specific third-party third party admin targets approximate tentative rough basic essential supported required desired relevant
user-facing customer-facing regulatory financial commercial economic social industry operational possible remaining special`,
  work: `
requirement requirements feature features function functions functional functionality functionalities capability capabilities spec specs specification specifications story stories epic epics case cases backlog deliverable deliverables module modules component components screen screens page pages flow flows workflow workflows interface interfaces endpoint endpoints api apis integration integrations rule rules behavior behaviour behaviors interaction interactions operation operations must-have must-haves must have should implementation build editor layout management handling logic input inputs output outputs settings validation notification notifications error errors edge navigation ui scope-in tasks task todo todos
anforderung anforderungen funktion funktionen anwendungsfälle lastenheft pflichtenheft masken schnittstellen oberfläche regeln module komponenten aufgaben
exigence exigences fonctionnalité fonctionnalités besoins récits écrans parcours règles tâches requisito requisitos funcionalidad funcionalidades historias pantallas reglas tareas requisitos funcionais funcionalidades histórias regras telas tarefas requisiti funzionalità storie eisen vereisten functies
wymagania wymaganie funkcjonalne funkcje funkcjonalności historyjki historyjek ekrany zadania gereksinim gereksinimler özellik özellikler fonksiyonel yapılacaklar ekranlar görevler требования функциональные функции истории экраны задачи
breakdowns must-ship entrées sorties cas flux caso casos uso flujo flujos entradas salidas saídas fluxo fluxos endpunkte benutzeroberfläche casi flussi schermate regole przypadki użycia przepływ przepływy hikayeleri hikayesi senaryoları akış akışı akışları kurallar modüller сценарии использования правила модули интерфейс
access_rights rest_api api_design api_specification
feature_description feature_descriptions`,
  quality: `
nonfunctional non-functional nfr nfrs performance security reliability availability accessibility scalability usability compliance privacy compatibility maintainability observability monitoring localization internationalization i18n a11y resilience portability durability test tests testing qa quality tdd
nichtfunktionale nicht-funktionale leistung sicherheit datenschutz barrierefreiheit qualität nonfonctionnelles sécurité accessibilité rendimiento seguridad desempenho segurança não-funcionais no-funcionales niefunkcjonalne bezpieczeństwo wydajność güvenlik performans testler нефункциональные безопасность производительность
sicurezza prestazioni disponibilidad disponibilidade skalierbarkeit wartbarkeit verfügbarkeit zuverlässigkeit dostępność скорость надежность надёжность
data_protection
logging_and_monitoring monitoring_and_logging`,
  data: `
attribute attributes data schema schemas model models entity entities database table tables field fields storage datamodel relationships relationship datenmodell datenbank entitäten données modèle datos modelo dados modelo-de-dados banco esquema entidades dane danych baza veri veritabanı şeması данные модель базы
data_structure data_structures data_dictionary domain_model domain_models`,
  setup: `
setup set-up scaffolding scaffold skeleton bootstrap bootstrapping foundation foundations infrastructure initialization initialisation prerequisites installation environment kurulum altyapı altyapısı einrichtung grundgerüst fundament installation fundación configuración configuração konfiguracja инфраструктура настройка`,
  later: `
upcoming future later stretch bonus optional nice-to-have nice-to-haves could-have could-haves could someday post-mvp post-launch postmvp v2 v2.0 v3 backlog-ideas ideas wishlist deferred icebox beyond possibilities
zukunft ausblick später optional erweiterungen ideen futur futures évolutions optionnel futuro futuras mejoras melhorias opcional przyszłość opcjonalne gelecek sonraki aşama будущее позже
diferidas diferidos diferida aplazadas adiadas zurückgestellt przyszłe
nice_to_have nice_to_haves`,
  schedule: `
timeline schedule roadmap milestone milestones phase phases sprint sprints week weeks delivery rollout plan rollouts sequence sequencing iterations iteration release releases staged stages order zeitplan meilensteine phasen calendrier jalons planning cronograma hitos fases marcos harmonogram etapy takvim fazlar график этапы
roadmaps tempistiche сроки entwicklungsphasen`,
  restate: `
acceptance checklist verification dod done abnahme abnahmekriterien akzeptanzkriterien recette aceptación aceitação akceptacji kabul приемки`,
  done: `
implemented completed complete done shipped finished delivered erledigt umgesetzt terminé réalisé implementado concluído zrealizowane tamamlanan готово завершено`,
} as const;

/** Beginnings of words, for languages that change their ends: a few letters may follow. */
export const HEADING_STEMS = {
  context: `projektrisik problèm problem hintergrund zielgrupp zielsetz projektziel produktziel ausgangs einleit einführ überblick übersicht zusammenfass risik annahm glossar contexte objectif risque hypothès annex indicateur cible succès erfolg ouvert antecedent introduc objetiv riesg risco supuest premiss referênc referenc anexo visão visión glosar métric éxito sucesso público ryzyk założ słownik podsumow wprowadz przegląd amac varsayım sözlük введен глоссар метрик аудитор проблем контекст вопрос résoud zielgruppe`,
  limit: `einschränk abgrenz randbeding contraint restric limitac limitaç tecnolog technolog ogranicz kısıt огранич prinzip princíp principi`,
  soft: `architekt arquitet arquitect архитект mimar`,
  work: `anforderung funktional funktion exigence fonctionnal besoin requisit requerim funcional wymagan funkcj historyj gereksin özelli fonksiyon требован функци экран задач bildschirm schnittstell oberfläch ablauf pantalla écran parcours règle regra regla regeln reguł kural fehlerf`,
  quality: `nichtfunktional leistung sicherheit sécurit segurança segurid bezpiecz wydajn güvenli performans безопас производ teststrateg`,
  data: `datenmodell datenbank entität données modèle veritaban данны`,
  later: `erweiter zukünft évolution`,
  schedule: `meilenstein zeitplan phasen etap harmonogr`,
} as const;

/** Ends of German compounds: they say what the whole is, whatever stands before them. */
export const HEADING_ENDS = {
  context: `risiken annahmen kennzahlen metriken zielgruppe zielgruppen ziele zweck beschreibung verzeichnis historie versprechen budget kosten szenarien`,
  limit: `prinzipien grundsätze einschränkungen rahmenbedingungen entscheidungen`,
  work: `anforderungen funktionen funktionalität oberfläche schnittstelle schnittstellen regeln logik abläufe behandlung prozesse`,
  quality: `sicherheit`,
  data: `datenmodell`,
} as const;

/** Inside a section of work these, and only these, are no work: exactly as they stand here. */
export const INSIDE_WORK = `assumptions|personas|glossary|open issues|effort estimates?|estimates?|risks (?:and|&) mitigations?|success metrics (?:and|&) .{1,20}|time-?boxing.{0,20}|problem|problem statement|overview|rationale|background|context|risks|examples|example|notes|references|open questions|diagram|why|purpose|motivation|user impact|business value|success metrics|success metric|kpis|why this .{1,30}|why it'?s important|why it matters|benefits?|value|hintergrund|beispiele|risiken|contexte|exemples|contexto|ejemplos|exemplos|背景|概述|示例|例`;

/** Names that hold for two roles at once: they say nothing about what stands below. */
export const MIXED =
  /^(?:scope|project scope|product scope|mvp scope|goals (?:and|&) non-goals|in (?:and|\/) out of scope|umfang|alcance|escopo|périmètre|ambito|zakres|kapsam|范围|範圍|スコープ|범위|product definition|details?|general|miscellaneous|misc|other)$/iu;
