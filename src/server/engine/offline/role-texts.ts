import type { SectionRole } from '#contract/requirement.ts';

/**
 * What headings are called, part by part ("Background & goals" has two). `goals` is what tells of the work without
 * asking for it; it is read as work only where nothing else is. Word lists may be short: a heading nobody knows is work.
 */
export const ROLE_WORDS: Record<Exclude<SectionRole, 'work'> | 'goals', string> = {
  non_goals: `
non-goals? | non goals? | anti-goals? | out[- ]of[- ]scope | not in scope | (explicit )?exclusions | excluded | won'?t( have| do)? | will not do
(what|things) (we|this|it) (are|is|will|do|does) not.* | (what|things) (we|it) (won'?t|don'?t|doesn'?t|aren'?t).* | will not do.* | not (now|planned|included|doing|covered|part of).* | deferred | future (work|ideas|scope|enhancements|considerations|improvements|plans)
(maybe |for |much )?later( maybe)? | some ?day | parking lot | backlog ideas | ideas for later | nicht[- ]ziele | nichtziele | abgrenzung | nicht im umfang | außerhalb des umfangs | nicht enthalten
hors (du )?périmètre | hors champ | non[- ]objectifs | exclusions | fuera de(l)? alcance | no objetivos | fora d[eo] escopo | não objetivos
fuori ambito | non obiettivi | fuori scopo | buiten (de )?scope | niet-doelen | poza zakresem | 対象外 | スコープ外 | 非目標 | 非目标 | 不在范围内 | 超出范围 | 范围外`,
  acceptance: `
(general )?acceptance( criteria| tests?| criterion)? | definition of done | done when | exit criteria | success criteria | ac | dod
akzeptanzkriterien | abnahmekriterien | abnahme | critères d['’]acceptation | criterios de aceptación | critérios de aceitação
criteri di accettazione | acceptatiecriteria | kryteria akceptacji | 受け入れ(基準|条件) | 受入(基準|条件) | 验收(标准|条件)`,
  background: `
background | context | motivation | rationale | why( now| this)? | problem( statement| definition)? | the problem | introduction | intro | purpose( of (this|the) document)? | about( this document)?
executive summary | tl;?dr | abstract | personas? | (target )?(users|audience) | user personas | user research | research | market( analysis)? | competit(ors|ion|ive analysis)
(success )?(metrics|measures|indicators) | kpis? | (how|what) .*success.* | (who|why|when|where) .*\\? | (the )?competition | risks?( and mitigations?)? | mitigations? | assumptions? | dependencies | stakeholders | team | people | roles and responsibilities
timeline | schedule | milestones? | budget | estimates? | cost | references? | resources | related (work|documents|reading|links) | further reading | links | see also | bibliography
table of contents | contents | toc | index | appendix.* | attachments | prior art | alternatives( considered)? | options considered | decision log | notes | document (info|information|control) | metadata | overall description | product (perspective|context|position.*) | user (classes|characteristics|groups).* | operating environment | intended (audience|readers|use).* | strategic fit | priority | description and priority | stimulus.* | key results | launch( plan| checklist)?
hintergrund | einleitung | einführung | kontext | ausgangslage | problemstellung | motivation | zielgruppen? | risiken | annahmen | zeitplan | meilensteine | referenzen | quellen | anhang | inhalt(sverzeichnis)? | beteiligte
contexte | introduction | problème | problématique | utilisateurs cibles | risques | hypothèses | calendrier | planning | jalons | références | annexes? | sommaire | indicateurs.*
contexto | antecedentes | introducción | problema | riesgos | supuestos | cronograma | referencias | anexos? | índice | contexto e motivação | introdução | riscos | premissas | referências | sumário
contesto | introduzione | rischi | ipotesi | riferimenti | allegati | achtergrond | inleiding | probleem | risico'?s | aannames | planning | referenties | bijlagen?
tło | wprowadzenie | kontekst | ryzyka | założenia | harmonogram | źródła | 背景 | はじめに | 課題 | 目次 | 参考(資料|文献)? | スケジュール | リスク | 前提(条件)? | 简介 | 引言 | 问题 | 目录 | 参考(资料|文献)? | 附录 | 风险 | 假设 | 时间表`,
  goals: `
overview | summary | product overview | project overview | goals?( and objectives)? | objectives? | vision | mission | description | at a glance | roadmap | rollout( plan)? | release plan | phases | (elevator )?pitch | one-liner | in (short|brief|a nutshell) | the idea | outcomes? | principles
überblick | übersicht | zusammenfassung | ziele? | vision | beschreibung | aperçu | résumé | vue d['’]ensemble | objectifs? | présentation | resumen | visión general | objetivos? | descripción | resumo | visão geral | panoramica | sommario | obiettivi | descrizione
overzicht | samenvatting | doelen | doelstellingen | przegląd | podsumowanie | cele? | opis | 概要 | 目的 | 目標 | 概述 | 目标 | 总览`,
  questions: `
(open |outstanding |unresolved )?(questions|issues|points|items)( and answers)? | open | tbd | to be (decided|determined|discussed) | decisions needed | unknowns | faqs? | frequently asked questions | q ?& ?a
offene (fragen|punkte) | zu klären | questions (ouvertes|en suspens) | points ouverts | preguntas( abiertas| frecuentes)? | questões( em aberto)? | perguntas( abertas)? | domande( aperte)? | open vragen | otwarte pytania | pytania
未解決(の)?(事項|課題|問題) | 未決事項 | オープンな質問 | 質問 | 待定 | 开放问题 | 未决问题 | 待解决问题`,
  glossary: `
glossary | definitions?( and acronyms)? | terminology | terms | (terms and )?definitions | abbreviations | acronyms | vocabulary | nomenclature
glossar | begriffe | definitionen | begriffsbestimmungen | abkürzungen | glossaire | définitions | lexique | glosario | definiciones | términos | glossário | definições | glossario | definizioni | begrippen(lijst)? | woordenlijst | słownik | definicje | 用語(集|定義)? | 术语(表)? | 词汇表`,
  history: `
change ?log | changes | (document |revision |version |change )history | history | revisions? | versions? | approvals? | sign-?offs? | reviewers | release notes | what's new
änderungs(historie|verlauf|protokoll) | versionshistorie | historie | freigaben? | historique( des (versions|modifications|révisions))? | journal des modifications | historial( de (cambios|versiones|revisiones))? | registro de cambios | histórico( de (versões|alterações|revisões))?
cronologia | storico( delle (versioni|revisioni|modifiche))? | versiegeschiedenis | wijzigingen | historia( zmian)? | 変更履歴 | 改訂履歴 | 更新履歴 | 修订(记录|历史) | 变更(记录|历史) | 更新日志`,
};

/** Headings that hold requirements and are none. */
export const CONTAINER_WORDS = `
(product |system |software |business |technical |functional |non-?functional |detailed |key |core |high-level |general |user |data |interface |quality |other |ui |ux |mvp |v\\d+ )*(requirements?|features?|functions?|functionality|capabilities|scope|specs?|specifications?|attributes)( list| overview| table| summary)?
(user |job )?stories | use cases? | epics? | tasks? | backlog | scenarios? | behaviou?rs? | in scope | must[- ]haves? | should[- ]haves? | could[- ]haves? | nice[- ]to[- ]haves? | what (to build|we (build|are building)) | solution | proposed solution | proposal | approach | details? | constraints | nfrs? | frs? | prd | mvp | deliverables?
(technical |solution |system )?(architecture|design|overview)| tech(nology)? stack | stack | wireframes? | mock-?ups? | diagrams? | screens? | flows? | user flows? | examples? | implementation( notes| details| plan)? | general | miscellaneous | misc | other | inputs? | outputs?
(funktionale |nicht-?funktionale |technische )?anforderungen | funktionen | umfang | lastenheft | pflichtenheft | anwendungsfälle | user ?stories | architektur | (exigences|besoins)( fonctionnelles| non fonctionnelles| techniques)? | fonctionnalités | périmètre | récits utilisateurs | architecture
requisitos?( funcionales| no funcionales| funcionais| não funcionais)? | funcionalidades | alcance | escopo | requisiti( funzionali| non funzionali)? | funzionalità | ambito | (functionele |niet-functionele )?(eisen|vereisten) | functies | wymagania( funkcjonalne| niefunkcjonalne)? | funkcje | zakres
(機能|非機能|業務|システム)?(要件|要求)(定義|一覧)? | 機能(一覧)? | 仕様 | 範囲 | スコープ | ユーザーストーリー | (功能|非功能)?(需求|性需求) | 功能(列表)? | 范围`;
