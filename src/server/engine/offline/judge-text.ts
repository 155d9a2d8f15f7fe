import type { Strength } from './draft.ts';

/** A word stands alone where no letter touches it; `\b` knows ASCII only. */
const word = (words: string, flags = 'iu') => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, flags);

const MUST = word(
  `must|shall|needs? to|ha(?:s|ve) to|required to|is required|are required|may not|must not|mustn't|cannot|can't|can not|never|always|only|at (?:most|least)|no more than|will|won't|ensures?` +
    `|muss|müssen|müsse|darf nicht|dürfen nicht|darf kein\\p{L}*|dürfen keine?|ist zu|sind zu|wird|werden|nie|immer` +
    `|doit|doivent|ne (?:doit|peut|doivent|peuvent) pas|il faut|est obligatoire|sera|seront|jamais|toujours` +
    `|debe|deben|tiene que|tienen que|no puede|deve|devem|precisa|precisam|devono|non può|bisogna|moet|moeten|mag niet|mogen niet|musi|muszą|nie może|należy`,
);
const SHOULD = word(
  `should|ought to|recommended|soll|sollen|sollte|sollten|devrait|devraient|debería|deberían|deveria|deveriam|dovrebbe|dovrebbero|zou moeten|zouden|powin(?:ien|na|no|ny)`,
);
const COULD = word(
  `could|may|might|optionally|optional|nice to have|ideally|kann|können|könnte|könnten|optionnel(?:lement)?|pourrait|pourraient|podría|podrían|opcional(?:mente)?|poderia|potrebbe|opzionale|zou kunnen|optioneel|może|mogą|opcjonalnie`,
);
const ABLE = word(
  `can|able to|allows|lets|supports|enables|provides|peut|peuvent|permet|permettent|puede|pueden|permite|permiten|pode|podem|permitem|può|possono|consente|permette|kan|kunnen`,
);
const ASIAN =
  /必須|なければならない|なければなりません|必要がある|必要があります|べき|できる|できます|できない|しない|しません|禁止|必须|必需|应当|应该|應該|不得|不能|需要|需|可以|支持|能够|应|すること|ものとする/u;
const ASIAN_COULD = /任意|望ましい|推奨|可选|建议|最好/u;

const IMPERATIVE = word(
  `^(?:please )?(?:build|add|create|implement|make|support|provide|allow|show|display|write|use|store|save|send|ensure|let|enable|replace|remove|migrate|move|integrate|expose|validate|generate|export|import|set up|design|develop|log|track|notify|handle|keep|run|deploy|offer|include|record|limit|prevent|reject|return|render|load|sync|cache|encrypt|rename|drop|delete|convert|print|read|parse|accept|detect|never|do not|don't)`,
);
const QUALITY =
  /behaviou?r|(?<!\p{L})rules|verhalten|regeln|comportement|règles|performance|security|reliab|availab|accessib|scalab|usab|complian|privacy|locali[sz]|internationali|quality|limits|compatib|durab|robust|capacity|latency|safety|observab|monitor|leistung|sicherheit|zuverlässig|verfügbar|datenschutz|barriere|sécurité|fiabilité|disponib|accessibilité|seguridad|rendimiento|segurança|desempenho|sicurezza|prestazioni|veiligheid|prestaties|bezpiecze|wydajno|性能|安全|セキュリティ|可用性|信頼性/iu;
const MEASURE =
  /(?<![\p{L}\d])\d[\d.,]*\s?(?:%|percent|ms|milliseconds?|s|sec|seconds?|min|minutes?|h|hours?|days?|kb|mb|gb|tb|kib|mib|gib|fps|hz|khz|mhz|px|mm|cm|m|v|ma|mah|w|°c|requests?|users?|rows?|records?|items?|events?|x|weeks?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|semanas?|meses|dias?|días?|años?|giorni|semaines?|mois|ans|secondes?|heures?|jours?|segundos?|secondi|秒|分|時間|毫秒|小时)(?![\p{L}])/iu;

/** How strongly a sentence asks for something, or null when it asks for nothing. */
export function strengthOfText(text: string): Strength | null {
  if (ASIAN_COULD.test(text)) return 'could';
  if (SHOULD.test(text) && !MUST_STRICT.test(text)) return 'should';
  if (MUST.test(text)) return 'must';
  if (ABLE.test(text)) return 'must';
  if (COULD.test(text.replace(MONTH, ''))) return 'could';
  return ASIAN.test(text) ? 'must' : null;
}

/** "4 May" is a day. */
const MONTH = /(?<=\S\s)May(?![\p{L}])/gu;
const MUST_STRICT = word(
  `must|shall|muss|müssen|doit|doivent|debe|deben|deve|devem|devono|moet|moeten|musi|muszą|required`,
);

const SELF = word(
  `we|our|us|i|my|was|were|had|today|currently|nobody|it is|it's|this is|there is|there are|wir|uns|war|waren|nous|notre|était`,
);
const CONDITION =
  /^(?:if|whenever|when|before|once|unless|after|until|while|falls|wenn|sobald|si|lorsque|quand|cuando|se|quando|als|jeśli|gdy)(?![\p{L}])[^.]{3,200},/iu;
const TOLD = `described|introduced|called|known|based|explained|documented|given|made|used|seen|told|meant|intended|planned|sold|sorry|divided`;
const PASSIVE = new RegExp(
  `(?<![\\p{L}])(?:is|are|gets?|be) (?:not |then |also |always |never |automatically |only )?(?!(?:${TOLD})(?![\\p{L}]))(?:\\p{L}{2,}(?:ed|en)|kept|sent|shown|put|set|built|held|read|run|lost|paid|bound|found|cut|hidden|drawn|told)(?![\\p{L}])`,
  'iu',
);

const SYSTEM = new RegExp(
  `^(?:(?:the|this|our|a|an)\\s)?(?:\\p{L}+\\s)?(?:system|service|app|application|tool|portal|site|website|page|screen|dialog|api|server|client|software|firmware|controller|device|board|engine|platform|product|program|bot|plugin|extension|job|worker|game|model|database|dashboard|widget|module|component|library|command)\\s(?:(?:then|also|always|never|only|automatically)\\s)?\\p{L}{2,}s(?![\\p{L}])`,
  'iu',
);
/** "Each record gets a key", "No order is lost": true of all of them is asked of all of them. */
const EVERY =
  /^(?:each|every|all|any|no|jede[rsmn]?|alle|kein\p{L}*|chaque|tous les|toutes les|aucun\p{L}*|cada|todos?|todas?|ogni|elke?|każd\p{L}+)\s/iu;

/** Tells how the thing behaves, as specifications do without saying must; what tells of the past or of us does not. */
export const isBehaviour = (text: string) =>
  (CONDITION.test(text) || PASSIVE.test(text) || SYSTEM.test(text) || EVERY.test(text)) && !SELF.test(text);

/** Speaks of the document itself, or only announces what comes: "the words MUST and SHOULD", "the following is required". */
export const isAboutText = (text: string) =>
  /RFC ?2119|(?:key ?)?words ["“'‘]?(?:MUST|SHALL)/u.test(text) ||
  /^(?:this|the present) (?:document|page|section|specification|spec|chapter|prd|paper|table|list)(?![\p{L}])/iu.test(
    text,
  ) ||
  /^to be (?:written|done|decided|defined|added|discussed)\.?$/iu.test(text) ||
  /^(?:last (?:edited|updated|changed|modified|reviewed)|the following|dies(?:es|e) (?:dokument|seite|kapitel)|ce document|este documento|questo documento|dit document|ten dokument|本書|本文档)/iu.test(
    text,
  ) ||
  (/(?:as follows|the following|below)[.:]?$/iu.test(text) && text.length < 100);

/** Asks in so many words: what counts even where a document only quotes or tells. */
export const isStrict = (text: string) => MUST_STRICT.test(text) || /必須|なければな|必须/u.test(text);
export const isImperative = (text: string) => IMPERATIVE.test(text);
export const isMeasurable = (text: string) => MEASURE.test(text) && !SELF.test(text);
export const isQualityName = (heading: string) => QUALITY.test(heading);
/** Tells of the writers or of the past, not of the thing to build. */
export const isRemark = (text: string) => SELF.test(text);
export const isQuestion = (text: string) => /[?？]["'”)]*$/u.test(text);

const STORY =
  /(?<![\p{L}])(?:as an?|as the|als|en tant que?|en tant qu['’]|como|come|jako)\s[^.]{1,200}?[,:]?\s+(?:i(?:'d| would)? (?:want|need|like|can|should|must|wish|expect)|we (?:want|need)|möchte ich|will ich|kann ich|wil ik|je (?:veux|souhaite|peux)|quiero|necesito|quero|preciso|voglio|chcę)/iu;

/** "As a … I want …", in the languages where it is a custom. */
export const isStory = (text: string) =>
  STORY.test(text.slice(0, 400)) ||
  /として[、,].{1,200}(?:たい|ほしい)|作为.{1,100}我(?:想|希望|要|需要)/u.test(text.slice(0, 400));

const STRONG = word(
  `p0|p1\\+|must(?:[- ]haves?)?|critical|blocker|blocking|high(?:est)?|required|mandatory|essential|core|muss|kann nicht fehlen|hoch|pflicht|haute|élevée?|obligatoire|indispensable|alta|obligatorio|obrigatório|alto|obbligatorio|hoog|verplicht|wysoki|m|必須|高`,
);
const MIDDLE = word(
  `p1|should(?:[- ]haves?)?|medium|normal|major|recommended|soll|mittel|moyenne?|souhaitable|media|média|medio|gemiddeld|średni|s|推奨|中`,
);
const WEAK = word(
  `p[2-5]|could(?:[- ]haves?)?|nice[- ]to[- ]haves?|low(?:est)?|minor|optional|stretch|bonus|wish(?:list)?|kann|niedrig|gering|basse|faible|optionnel|baja|baixa|bassa|opcional|laag|niski|c|任意|低`,
);
const NEVER = word(
  `won't(?:[- ]haves?)?|wont|would(?:n't)?(?:[- ]haves?)?|w|out of scope|rejected|dropped|cancell?ed|deferred|wird nicht`,
);

/** What a priority says: "P1", "Should have", "Low"; `never` for what will not be done; null when it says nothing. */
export function strengthOfLabel(label: string): Strength | 'never' | null {
  if (NEVER.test(label)) return 'never';
  if (STRONG.test(label)) return 'must';
  if (MIDDLE.test(label)) return 'should';
  return WEAK.test(label) ? 'could' : null;
}
