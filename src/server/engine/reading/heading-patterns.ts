/** Names of several words that mean something together; single words are in the lists of heading-words-text. */
export const AFTERWARDS =
  /^(?:after (?:the )?(?:launch|release|mvp)|afterwards|beyond (?:the )?mvp|post[- ]?(?:launch|mvp).*)$/iu;
export const NON_FUNCTIONAL =
  /(?<!\p{L})(?:non|nicht|no|não|não-|nie|не)[- ]?(?:functional|funktional|fonctionnel|funcional|funcionais|funkcjonalne|функциональные)/iu;
/** What is measured or feared of a quality is not yet work on it: "Performance Metrics", "Security Risks". */
export const MEASURE =
  /(?<!\p{L})(?:metrics?|kpis?|risks?|goals?|objectives?|success|measures?|indicators?|risiken|ziele|kennzahlen|métricas|indicateurs|risques|riscos|riesgos|göstergeleri|wskaźniki|показатели|показники)(?!\p{L})/iu;
/** Whatever else stands in such a heading, nobody builds it. */
export const ALWAYS_CONTEXT =
  /^(?:archived?|deprecated|record of changes|changes? (?:to this document|history|log)|document (?:control|history|info\p{L}*)|user classes|how (?:we|you) (?:will )?know|numbers we watch|what (?:others|passengers|users|people|customers) .{1,30}|where (?:we|this) comes? from|things that .{1,30}wrong.{0,30}|what (?:is|went|goes) wrong.{0,30}|what changed.{0,30}|words we use|questions .{0,20}open|not (?:yet )?decided|dependencies|abhängigkeiten|dépendances|dependencias|dependências|open (?:issues|questions)|checklist results.{0,30}|(?:\p{L}+ )?scope assessment|assessment details|target segments.{0,30}|vue d['’]ensemble|parties prenantes|historia (?:zmian|wersji)|(?:available|existing) documentation(?: analysis)?|enhancement type|impact assessment|ai checklist|(?:ux expert|architect|designer|developer|coding agent|claude|cursor) prompts?(?:$| for .{1,30})|notes? (?:for|to) (?:the )?reader)(?!\p{L})/iu;
/** Instructions to the implementer, not requirements. */
export const INSTRUCTIONS =
  /^(?:(?:important )?(?:instructions?|notes?|rules|guidance|guidelines) (?:for|to) (?:the )?(?:ai|agents?|llms?|claude|cursor|copilot|(?:coding )?assistants?|implementers?|developers?).{0,30}|(?:ai|agent|claude|cursor) (?:instructions?|rules|guidelines|guidance)|anweisungen für .{1,30}|instructions pour .{1,30}|instrucciones para .{1,30}|instruções para .{1,30})$/iu;
/** Forms that are filled in: their boxes are nobody's work. */
export const FORM =
  /(?<!\p{L})(?:approvals?|sign-?offs?|checklist results.{0,30}|(?:available|existing) documentation|enhancement type|impact assessment|ai checklist|freigaben?|validation du document|aprobaciones|aprovações|zatwierdzenia|onaylar|утверждение)(?!\p{L})|审批|承認|승인/iu;
/** How money is made and work is shared out: "Revenue model", "Go-to-market strategy", "Team split". */
export const BUSINESS =
  /^(?:(?:the|our) )?(?:(?:business|revenue|pricing|monetization|monetisation|marketing|sales|growth|go[- ]to[- ]market|gtm|distribution|mitigation|launch marketing)(?: (?:and|&) \p{L}+)? (?:model|models|plan|plans|strategy|strategies|approach|channels?|tiers?|considerations)|go[- ]to[- ]market|gtm|team (?:split|roles|structure|allocation|responsibilities)|division of (?:work|labou?r|tasks)|roles (?:and|&) responsibilities|arbeitsteilung|aufgabenteilung|répartition des (?:rôles|tâches)|modèle économique|modelo de (?:negocios?|negócios?|ingresos|receita)|modello di business|model biznesowy|podział (?:pracy|zadań)|gelir modeli|iş modeli|бизнес-модель|распределение ролей)$/iu;
/** A heading that ends in them is about them, whatever they are of. */
export const CONSTRAINTS =
  /(?<!\p{L})(?:constraints?|limitations?|restrictions|einschränkungen|contraintes|restricciones|restrições|ograniczenia)$|^known (?:limitations?|gaps|trade-?offs)(?!\p{L})/iu;
export const DECISIONS =
  /(?<!\p{L})(?:decisions?|decision log|entscheidungen|décisions|decisiones|decisões)$|^(?:design |technical |key )?decisions (?:made|taken|finali[sz]ed|locked)$/iu;
/** Asked for in the same breath: "Requirements and Limitations" passes neither down. */
export const REQUIREMENTS =
  /(?<!\p{L})(?:requirements|features|anforderungen|exigences|requisitos|requisiti|wymagania|gereksinimler|требования)(?!\p{L})/iu;
export const PEOPLE =
  /^(?:(?:target|primary|secondary|end|key|our|the) )*(?:users?|customers?|audiences?)(?: (?:and|&) .{1,30})?$|^(?:utilisateurs|usuarios|usuários|utilizadores|utenti|gebruikers|użytkownicy|пользователи|користувачі|kullanıcılar|pengguna)$/iu;
/** What is kept of people is a page: "Customer notes", "Team contacts". */
export const KEPT_OF_PEOPLE =
  /^contacts? lists?$|^(?:customer|client|user|member|team|patient|guest|order|purchase|search|chat|payment)s?['’]?s? (?:notes?|history|contacts?|links|documents?|results|status|questions|people)$/iu;
export const EXAMPLE =
  /(?<!\p{L})(?:examples?|diagrams?|mock-?ups?|wireframes?|screenshots?|beispiele?|exemples?|ejemplos?|exemplos?)(?!\p{L})|示例|例子|样例|예시/iu;
export const OUT_OF_SCOPE =
  /(?<!\p{L})(?:out[- ]of[- ](?:\p{L}+ ){0,2}scope|not building|not (?:in|part of) (?:scope|mvp|v1)|non[- ]goals?|won['’]?t(?: have| do)?|will not|not in this (?:version|release)|hors (?:du )?périmètre|fuera del? alcance|fora d[eo] escopo|poza zakresem|kapsam d[ıi]ş[ıi]|вне (?:рамок|области|scope)|не вход(?:ит|ить)|поза межами|nie wchodzi|ngoài phạm vi|di luar (?:ruang )?(?:lingkup|cakupan)|buiten scope|hors scope|fuori (?:scope|ambito)|fuori dall['’]ambito|nicht im umfang|außerhalb des umfangs|no objetivos|não[- ]objetivos|non obiettivi|decided against|what we(?:['’]re| are)? (?:not|won['’]?t|do not|don['’]?t) .{1,30}|not (?:in|part of|included in|for) (?:this|the|our) .{0,30}|not part of this|^cut (?:without|for now|from|list).{0,30})(?!\p{L})|范围外|範圍外|対象外|スコープ外|범위 제외|범위 외/iu;
/** "Goals and Non-Goals" holds both: it passes nothing down. */
export const BOTH =
  /(?:goals?|in[- ]scope|scope|ziele|objectifs|objetivos)\s*(?:and|&|und|et|y|e|\/|,)\s*(?:non|out|nicht|hors|no |não)/iu;
/** What is in: work; "In / Out of Scope" holds both. */
export const IN_SCOPE =
  /^(?:in[- ]scope|(?:what(?:['’]s| is) )?included(?: in (?:the )?(?:scope|mvp|v1))?$|im umfang|dans le périmètre|dentro del alcance|dentro do escopo|w zakresie|kapsam (?:dahilinde|dahili|içi)|trong phạm vi|dalam (?:ruang )?lingkup|范围内|範圍內|スコープ内|범위 내)(?! (?:and|&|vs)|\s*\/)(?!\p{L})/iu;
/** What stands in brackets behind "Scope". */
export const SCOPE_IN =
  /^(?:in|in[- ]scope|included|includes|dentro|inclu[ií]d[oa]s?|inclus|incluso|enthalten|w zakresie|dahil|входит|входить)$/iu;
export const SCOPE_OUT = /^(?:out|excluded|fora|fuera|hors|fuori|não inclu[ií]do|no incluido|poza|hariç)$/iu;
/** "Part IV: Target Users": the count of a part is not its name. */
export const PART =
  /^(?:part|teil|partie|parte|część|bölüm|часть|phần)\s+(?:[IVXLC]{1,6}|\d{1,3}|[A-Z])\s*[:.–—-]\s*(?=\S)/iu;
/** "Appendix C: Success Metrics", "Anhang: Preise". */
export const APPENDIX =
  /^(?:appendix|appendices|annex|anhang|annexe|anexo|apéndice|apêndice|allegato|appendice|załącznik|ek|приложение|附录|附錄|付録|부록)(?:\s+(?:[A-Z]|\d{1,2}|[IVX]{1,4}))?(?:\s*[:.–—-]|$)\s*/iu;
/** What stands before a dash or colon: "Success Metrics — Drop 1". */
export const FRONT = /^(.{3,60}?)\s*(?:\s[–—-]\s|[:：]\s)/u;
/** However it goes on: "Definition of Done for each stage". */
export const DONE_WHEN = /^definition of done(?!\p{L})/iu;
/** Only these words say that it is data, and they name other things as well: "Revenue model", "Table of contents". */
export const WEAK_DATA =
  /^(?!.*(?:data|schema|entit|database|daten|数据|データ|데이터)).*(?:model|table|モデル|모델|模型)/iu;
/** "Component Architecture": how the components hang together, not the components. */
export const ARCHITECTURE = /^(?!.* (?:and|&|und|et|y|e) ).*(?:architecture|architektur|arquitectura|arquitetura)$/iu;
/** Labels over the two lists of a scope, where the section's name holds both. */
export const INCLUDED =
  /^(?:what(?:['’]s| is) )?(?:included|includes|in|in[- ]scope|im umfang|(?:darin )?enthalten|inbegriffen|inclus|compris|dans le périmètre|incluye|incluido|dentro del alcance|inclui|inclu[ií]do|incluso|dentro do escopo|in ambito|inbegrepen|zawiera|w zakresie|kapsam içi|dahil|входит|包含|包括|范围内|範圍內|포함)$/iu;
export const NOT_INCLUDED =
  /^(?:what(?:['’]s| is) )?(?:not included|excluded|excludes|out|out[- ]of[- ]scope|nicht (?:im umfang|enthalten|inbegriffen)|ausgeschlossen|non inclus|non compris|exclus|hors périmètre|no incluye|no incluido|fuera del? alcance|excluido|não inclui|não inclu[ií]do|não incluso|fora d[eo] escopo|excluído|escluso|niet inbegrepen|nie zawiera|poza zakresem|kapsam dışı|dahil değil|не входит|不包含|不包括|范围外|範圍外|対象外|제외)$/iu;
