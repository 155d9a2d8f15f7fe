/** A word stands alone where no letter touches it; `\b` knows ASCII only. */
const word = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words})(?![\\p{L}\\p{N}_])`, 'iu');

const STRICT = word(
  `must|must not|mustn't|shall|shall not|never|required to|is required|are required|cannot|may not|has to|have to|needs to|need to` +
    `|muss|müssen|darf nicht|dürfen nicht|darf kein\\p{L}*|niemals|doit|doivent|ne (?:doit|peut|doivent|peuvent) pas|jamais|obligatoire` +
    `|debe|deben|tiene que|tienen que|nunca|deve|devem|não pode|non può|devono|moet|moeten|mag niet|musi|muszą|nie może|zorunlu\\p{L}*|asla|mutlaka|должен|должна|должны|нельзя|phải|không được`,
);
const STRICT_CJK =
  /必须|必須|不得|禁止|不可|务必|严禁|なければならない|なければなりません|てはならない|すること|해야 (?:한다|합니다|함)|반드시|금지/u;
const MODAL = word(
  `should|will|can|able to|allows?|lets?|supports?|enables?|provides?|ensures?|soll|sollen|sollte|kann|können|wird|werden|devrait|peut|peuvent|permet|permettent|puede|pueden|permite|permiten|pode|podem|può|possono|kan|kunnen|może|mogą|powin\\p{L}+|umożliwia|edebil\\p{L}*|может|могут|cho phép|có thể|\\p{L}+(?:abilir|ebilir|malı|meli|acak|ecek)`,
);
const MODAL_CJK =
  /应该|應該|应当|需要|需|可以|支持|能够|能夠|允许|允許|提供|できる|できます|する。|します|可能|할 수 있|지원|제공|가능/u;
const IMPERATIVE = word(
  `^(?:add|allow|alert|apply|archive|assign|attach|auto\\p{L}*|avoid|block|build|cache|calculate|capture|change|check|choose|clean|click|collect|compare|compute|configure|confirm|connect|convert|copy|create|define|delete|deliver|deploy|design|detect|develop|disable|display|document|download|drag|edit|enable|encrypt|enforce|ensure|establish|expose|export|extract|fetch|filter|fix|flag|generate|group|handle|hide|highlight|identify|implement|import|include|increase|index|inform|initialize|install|integrate|invite|keep|launch|limit|link|list|load|log|maintain|make|manage|map|mark|merge|migrate|monitor|move|notify|offer|open|optimize|organize|parse|persist|pick|play|prevent|print|process|prompt|protect|provide|publish|push|queue|read|receive|record|redirect|reduce|refactor|register|reject|remove|rename|render|replace|report|require|reset|resolve|respect|respond|restore|restrict|retry|return|reuse|review|revoke|run|save|scan|schedule|search|select|send|serve|set|share|show|sign|skip|sort|start|stop|store|stream|submit|suggest|support|sync|tag|test|toggle|track|train|translate|trigger|turn|type|unlock|update|upload|use|validate|verify|view|warn|write)`,
);
const STORY =
  /^["“«]?(?:as an?:?\s.{1,120}?[,;]?\s+(?:i|we)\s+(?:want|need|can|would|should|must|expect|am able|could|get|receive|see)|als\s.{1,80}?\s(?:möchte|will|kann|brauche)\s+ich|en tant qu(?:e|['’])\s*.{1,80}?[,;]?\s*(?:je|j['’])|como\s.{1,80}?[,;]?\s*(?:quiero|puedo|necesito|quero|preciso|posso|eu)|come\s.{1,80}?\s(?:voglio|posso)|als\s.{1,80}?\swil ik|jako\s.{1,80}?[,;]?\s*(?:chcę|mogę|potrzebuję)|bir\s.{1,80}?\solarak|как\s.{1,80}?[,;]?\s*я|là (?:một )?.{1,80}?[,;]?\s*tôi)|^(?:作为|作為|身为).{1,40}?[,，]?\s*(?:我|可以|能)|^.{1,40}?として.{0,10}|^.{1,40}?(?:로서|으로서)/iu;

const MUST = word(
  `must|must not|mustn't|shall|shall not|never|muss|müssen|darf nicht|dürfen nicht|niemals|doit|doivent|jamais|debe|deben|nunca|deve|devem|devono|moet|moeten|musi|muszą|asla|mutlaka|должен|должна|должны|phải`,
);
/** Must, shall or never, and nothing weaker: what is asked for even outside a section of work. */
export const isMust = (text: string) => MUST.test(text) || STRICT_CJK.test(text);
export const isStrict = (text: string) => STRICT.test(text) || STRICT_CJK.test(text);
export const isImperative = (text: string) => IMPERATIVE.test(text);
const isModal = (text: string) => isStrict(text) || MODAL.test(text) || MODAL_CJK.test(text);
export const isStory = (text: string) => STORY.test(text.slice(0, 260));
export const isQuestion = (text: string) => /[?？]["”»)]*$/u.test(text);
/** Asks for something in so many words. */
export const isAsking = (text: string) => (isModal(text) || isImperative(text)) && !isQuestion(text);

const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** Words, counting two Chinese or Japanese characters as one. */
export function countWords(text: string): number {
  const characters = text.match(CJK_RUN)?.length ?? 0;
  const others = text.replace(CJK_RUN, ' ').match(/[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
  return others + Math.ceil(characters / 2);
}

/** Long enough to say something, with an end or a verb-like length: not a name of a thing. */
export const isSentence = (text: string) => countWords(text) >= 7 || /[.!?。！？]$/u.test(text) || isAsking(text);
