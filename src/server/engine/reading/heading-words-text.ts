/**
 * What headings are called, per class: every content word of a heading must be in the list of its class, or be one of the
 * words that only qualify. Languages stand together: a word that means different things in two of them is left out.
 */
export const HEADING_WORDS = {
  context: `
problem problems statement background context overview introduction intro purpose vision mission goal goals objective objectives success metric metrics kpi kpis okr okrs measure measures measurement indicator indicators
risk risks mitigation mitigations assumption assumptions dependency dependencies persona personas audience market competitor competitors competitive competition landscape analysis glossary definition definitions term terms terminology acronym acronyms abbreviations
reference references resource resources link links appendix appendices changelog history revision revisions document information info metadata executive summary abstract tldr question questions faq stakeholder stakeholders approval approvals approver signoff sign-off
research motivation rationale why proposition positioning pitch example examples diagram diagrams north star inspiration budget cost costs pricing estimate estimates opportunity hypothesis hypotheses evidence pain painpoints alternatives points demo script recommendations recommendation claims benefits survey interviews findings state strategic alignment business-case outcomes outcome results roi
journey journeys storyboard narrative about preface philosophy archived archive deprecated sources quellen next steps contact contacts team people credits license licence author authors owner status legend revenue monetization monetisation notes note unknowns differentiators differentiation benefits impact
hintergrund einleitung einführung kontext ausgangslage problemstellung problem zielgruppe zielgruppen ziel ziele zielsetzung risiken annahmen zeitplan referenzen anhang beteiligte überblick übersicht zusammenfassung nutzen motivation deckblatt kennzahlen glossar begriffe änderungshistorie projektbeschreibung produktvision produktübersicht fragen offene zweck
contexte introduction problème problématique vision objectif objectifs cible cibles risques hypothèses références annexe annexes sommaire indicateurs résumé présentation glossaire personas utilisateurs
contexto antecedentes introducción problema objetivo objetivos riesgos supuestos referencias anexo anexos resumen visión glosario métricas éxito público introdução riscos premissas referências sumário visão métricas sucesso glossário itens abertos perguntas
contesto introduzione obiettivi obiettivo rischi ipotesi riferimenti panoramica sommario descrizione achtergrond inleiding doel doelen doelstellingen risico's aannames referenties overzicht samenvatting
tło wprowadzenie kontekst ryzyka ryzyko założenia cel cele problem użytkownika przegląd podsumowanie słownik metryki sukcesu wizja pytania
açık sorular sorunlar sürüm geçmişi ekip iletişim giriş amaç amacı hedef hedefler genel bakış problem riskler varsayımlar metrikler vizyon özet kapsamı sözlük başarı kriterleri
введение цель цели обзор контекст проблема риски допущения глоссарий метрики успеха аудитория видение резюме вопросы
mục tiêu tổng quan bối cảnh vấn đề giới thiệu rủi ro giả định chỉ số thành công tầm nhìn`,
  limit: `
non-goal non-goals nongoals non-objectives anti-goals out-of-scope out scope exclusion exclusions excluded constraint constraints limitation limitations limits won't wont stack technology technologies tech decision decisions locked principles principle tooling tools guardrails guardrail conventions standards never not-included nicht-ziele nichtziele abgrenzung ausschlüsse einschränkungen randbedingungen technologie technologien prinzip prinzipien grundsatz grundsätze rahmenbedingungen
hors périmètre contraintes exclusions pile technologique principes fuera alcance restricciones limitaciones tecnologías principios fora escopo restrições limitações decisões travadas princípio princípios inegociável infraestrutura fuori ambito vincoli buiten beperkingen
poza zakresem ograniczenia stos technologiczny granice produktu kapsam dışı kısıtlamalar teknoloji kararları kararlar ограничения стек технологий phạm vi ngoài công nghệ ràng buộc`,
  soft: `architecture considerations strategy strategies approach architektur architectural arquitectura arquitetura architettura mimari архитектура kiến trúc`,
  qualify: `
key main primary secondary core product project technical business user users target general current overall high-level potential initial existing proposed known major critical important design system software application app platform mvp v1 v1.0 v2 this our the long-term short-term release launch public internal external data engineering functional solution value propositions customer customers plan planned detailed brief full list table log index section version criteria statement process guide baseline post for explicit experience further additional between considered looked at our their its perhaps maybe enhancement enhancements ux ui api security performance quality model development team legal compliance operational organizational go-to-market gtm open outstanding unresolved hard strict expected what how who we are is it on with from to in as by not and or of a an & use non deep general-purpose breakdown
wichtige projekts projektes produkts produktes technische technischer technisches fachliche projekt produkt system der die das und für des von
à au aux en sur du de la le les des et pour critères critère criterios critérios kriterien kryteria geral general generales gerais zu im am zum zur produit projet technique techniques el los las del y para producto proyecto do da dos das e para produto projeto técnicas técnica mvp parking lot hard dura restrição
i w z na dla produktu projektu techniczne główne proje ürün ve için temel teknik продукта проекта и основные технические sản phẩm dự án và của kỹ thuật`,
  work: `
requirement requirements feature features function functions functional functionality functionalities capability capabilities spec specs specification specifications story stories epic epics case cases backlog deliverable deliverables module modules component components screen screens page pages flow flows workflow workflows interface interfaces endpoint endpoints api apis integration integrations rule rules behavior behaviour behaviors interaction interactions operation operations must-have must-haves must have should implementation build editor layout management handling logic input inputs output outputs settings validation notification notifications error errors edge navigation ui scope-in tasks task todo todos
anforderung anforderungen funktion funktionen umfang anwendungsfälle lastenheft pflichtenheft masken schnittstellen oberfläche regeln module komponenten aufgaben
exigence exigences fonctionnalité fonctionnalités besoins récits écrans parcours règles métier tâches requisito requisitos funcionalidad funcionalidades historias pantallas reglas negocio tareas requisitos funcionais funcionalidades histórias regras telas tarefas requisiti funzionalità storie eisen vereisten functies
wymagania wymaganie funkcjonalne funkcje funkcjonalności historyjki historyjek ekrany zadania gereksinim gereksinimler özellik özellikler fonksiyonel yapılacaklar ekranlar görevler требования функциональные функции истории экраны задачи yêu cầu chức năng tính năng màn hình nhiệm vụ`,
  quality: `
nonfunctional non-functional nfr nfrs performance security reliability availability accessibility scalability usability compliance privacy compatibility maintainability observability monitoring localization internationalization i18n a11y resilience portability durability test tests testing qa quality tdd
nichtfunktionale nicht-funktionale leistung sicherheit datenschutz barrierefreiheit qualität nonfonctionnelles sécurité accessibilité rendimiento seguridad desempenho segurança não-funcionais no-funcionales niefunkcjonalne bezpieczeństwo wydajność güvenlik performans testler нефункциональные безопасность производительность phi bảo mật hiệu năng`,
  data: `
data schema schemas model models entity entities database table tables field fields storage datamodel relationships relationship datenmodell datenbank entitäten données modèle datos modelo dados modelo-de-dados banco esquema entidades dane danych baza veri veritabanı şeması данные модель базы dữ liệu cơ sở`,
  setup: `
setup set-up scaffolding scaffold skeleton bootstrap bootstrapping foundation foundations infrastructure initialization initialisation prerequisites installation environment kurulum altyapı altyapısı einrichtung grundgerüst fundament installation fundación configuración configuração konfiguracja инфраструктура настройка`,
  later: `
upcoming future later stretch bonus optional nice-to-have nice-to-haves could-have could-haves could someday post-mvp post-launch postmvp v2 v2.0 v3 backlog-ideas ideas wishlist deferred icebox beyond possibilities
zukunft ausblick später optional erweiterungen ideen futur futures évolutions optionnel futuro futuras mejoras melhorias opcional przyszłość opcjonalne gelecek sonraki aşama будущее позже tương lai`,
  schedule: `
timeline schedule roadmap milestone milestones phase phases sprint sprints week weeks delivery rollout plan rollouts sequence sequencing iterations iteration release releases staged stages order zeitplan meilensteine phasen calendrier jalons planning cronograma hitos fases marcos harmonogram etapy takvim fazlar график этапы lộ trình giai đoạn`,
  restate: `
acceptance checklist verification dod done abnahme abnahmekriterien akzeptanzkriterien recette aceptación aceitação akceptacji kabul приемки nghiệm thu`,
  done: `
implemented completed complete done shipped finished delivered erledigt umgesetzt terminé réalisé implementado concluído zrealizowane tamamlanan готово завершено`,
} as const;

/** Chinese, Japanese and Korean headings are made of these, without spaces between them. */
export const HEADING_TERMS = {
  context: `名词 名詞 解释 解釋 运营 上线 安排 背景 概述 概要 简介 簡介 引言 前言 目标 目標 目的 愿景 願景 定位 问题 問題 痛点 痛點 现状 現狀 市场 市場 竞品 競品 分析 用户 用戶 使用者 用户画像 画像 角色 风险 風險 假设 假設 依赖 依賴 指标 指標 成功 衡量 术语 術語 词汇表 参考 參考 资料 資料 附录 附錄 目录 目錄 变更 變更 记录 記錄 历史 歷史 修订 版本 信息 資訊 文档 文件 说明書 待定 待确认 开放 未决 疑问 价值 主张 总结 摘要 里程碑 商业 商業 场景 場景 はじめに 課題 目次 参考資料 スケジュール リスク 前提 前提条件 用語集 用語 定義 改訂 履歴 未解決 事項 ターゲット ユーザー ペルソナ ビジョン 成功指標 한 줄 개요 배경 목표 목적 문제 정의 페르소나 사용자 위험 리스크 가정 지표 성공 용어 참고 부록 목차 변경 이력 제품 설명 핵심 가치 제안 경쟁사 대비 포지셔닝 시장 질문 미해결 오픈 이슈 미결`,
  soft: `架构 架構 アーキテクチャ 아키텍처`,
  limit: `本期不做 非目标 非目標 不做 范围外 範圍外 超出范围 不在范围内 限制 约束 約束 约束条件 技术栈 技術棧 技术选型 技術選型 原则 原則 决策 対象外 スコープ外 制約 制約条件 技術スタック 非目標 범위 제외 비목표 제약 제약사항 기술 스택 원칙`,
  qualify: `产品 產品 项目 項目 核心 主要 总体 整体 系统 系統 业务 業務 技术 技術 的 与 與 和 及 设计 設計 关键 關鍵 プロダクト システム 主な の と および 및 와 과 의 핵심 주요 제품 전체 시스템`,
  work: `权限 權限 需求 功能 功能需求 特性 模块 模塊 模組 页面 頁面 界面 介面 流程 接口 规则 規則 列表 清单 清單 用户故事 详细 詳細 交互 操作 要件 機能 機能要件 機能一覧 画面 仕様 一覧 要求 ユーザーストーリー 기능 요구사항 요건 명세 화면 화면별 유저 스토리 목록 규칙`,
  quality: `非功能 非功能性 非功能需求 性能 安全 可用性 兼容性 测试 測試 質量 质量 非機能 非機能要件 セキュリティ パフォーマンス テスト 비기능 보안 성능 테스트`,
  data: `数据 數據 資料 模型 数据模型 資料模型 数据库 資料庫 表结构 实体 字段 データ データモデル データベース テーブル 데이터 모델 데이터베이스 스키마`,
  setup: `环境 搭建 初始化 基础设施 環境構築 セットアップ 초기 설정 환경 구축 인프라`,
  later: `未来 未來 后续 後續 二期 远期 扩展 将来 今後 拡張 향후 추후 확장`,
  schedule: `计划 計劃 时间表 時間表 排期 路线图 路線圖 阶段 階段 迭代 交付 ロードマップ フェーズ マイルストーン 일정 로드맵 단계 마일스톤 스프린트`,
  restate: `验收 驗收 验收标准 驗收標準 受け入れ 受入基準 受け入れ基準 인수 기준 완료`,
  done: `已完成 已实现 已上线 完成 完了 実装済み 완료된 구현됨`,
} as const;

/** Beginnings of words, for languages that change their ends. */
export const HEADING_STEMS = {
  context: `projektrisik problèm problem hintergrund zielgrupp zielsetz projektziel produktziel ausgangs einleit einführ überblick übersicht zusammenfass risik annahm glossar contexte objectif risque hypothès annex indicateur utilisateur cible succès erfolg ouvert antecedent introduc objetiv riesg risco supuest premiss referênc referenc anexo resum visão visión glosar métric éxito sucesso público perfil profil ryzyk założ słownik podsumow wprowadz przegląd amac varsayım sözlük введен глоссар метрик аудитор проблем контекст вопрос résoud zielgruppe`,
  limit: `einschränk abgrenz randbeding contraint restric limitac limitaç tecnolog technolog ogranicz kısıt огранич prinzip princíp principi`,
  soft: `architekt arquitet arquitect архитект mimar`,
  work: `anforderung funktional funktion exigence fonctionnal besoin requisit requerim funcional wymagan funkcj historyj gereksin özelli fonksiyon требован функци экран задач bildschirm schnittstell oberfläch ablauf pantalla écran parcours règle regra regla regeln reguł kural fehlerf`,
  quality: `nichtfunktional leistung sicherheit sécurit segurança segurid bezpiecz wydajn güvenli performans безопас производ teststrateg`,
  data: `datenmodell datenbank entität données modèle veritaban данны`,
  later: `erweiter zukünft évolution`,
  schedule: `meilenstein zeitplan phasen etap harmonogr`,
} as const;

/** Inside a section of work these, and only these, are no work: exactly as they stand here. */
export const INSIDE_WORK = `problem|problem statement|overview|rationale|background|context|risks|examples|example|notes|references|open questions|diagram|why|purpose|motivation|user impact|business value|success metrics|success metric|kpis|why it'?s important|why it matters|benefits?|value|hintergrund|beispiele|risiken|contexte|exemples|contexto|ejemplos|exemplos|背景|概述|示例|例`;

/** Names that hold for two roles at once: they say nothing about what stands below. */
export const MIXED =
  /^(?:scope|in scope|project scope|product scope|mvp scope|goals (?:and|&) non-goals|in (?:and|\/) out of scope|umfang|alcance|escopo|périmètre|ambito|zakres|kapsam|范围|範圍|スコープ|범위|product definition|details?|general|miscellaneous|misc|other)$/iu;
