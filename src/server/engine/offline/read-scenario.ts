const GIVEN =
  /^(?:given|angenommen|gegeben(?: sei)?|étant donné|soit|dado|dada|data?|gegeven|zakładając|前提|假如|假设)(?=\s|[、,:])/iu;
const STEP =
  /^(?:given|when|then|and|but|angenommen|gegeben(?: sei)?|wenn|dann|und|aber|étant donné|soit|quand|lorsque|alors|et|mais|dado|dada|cuando|entonces|y|quando|então|e|allora|gegeven|als|dan|en|zakładając|gdy|jeśli|wtedy|i|前提|もし|ならば|かつ|假如|假设|当|那么|并且)(?=\s|[、,:])/iu;
const TITLE =
  /^(?:scenario(?: outline)?|szenario|scénario|escenario|cenário|scenariusz|シナリオ|场景)\s*(?:\d+\s*)?[:：–—-]\s*(.*)$/iu;

export const isGiven = (text: string) => GIVEN.test(text) || /^(?:when|wenn|quand|cuando|quando)\s/iu.test(text);
export const isStep = (text: string) => STEP.test(text);

/** The name of a scenario, when a line announces one. */
export const scenarioTitle = (text: string) => TITLE.exec(text)?.[1]?.trim() ?? null;

/** Several steps that begin with a condition and come to a result, line by line or in one sentence. */
export function isScenario(lines: readonly string[]): boolean {
  const [first = '', ...rest] = lines;
  if (rest.length === 0)
    return /^(?:given|angenommen|étant donné|dado)\s.+(?<!\p{L})(?:then|dann|alors|entonces|então)(?!\p{L})/iu.test(
      first,
    );
  return isGiven(first) && rest.some((line) => isStep(line));
}
