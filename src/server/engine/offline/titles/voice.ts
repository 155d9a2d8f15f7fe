/** What a document lets us know about its words before a title is written. */
export interface Voice {
  /** Whether the English rules may be used. */
  isEnglish: boolean;
  /** Names, which keep their capital in the middle of a title. */
  names: ReadonlySet<string>;
  /** What the document calls the whole: "Ledgerly must …" is about the system. */
  product: string;
}

const COMMON =
  /^(?:the|of|to|and|for|is|are|be|with|must|should|can|shall|by|when|that|it|users?|from|all|not|if|each|every|which|has|have|an|after|before|without)$/u;
const FOREIGN =
  /^(?:der|die|das|und|ist|muss|müssen|soll|sollen|nicht|mit|für|les|des|une|est|doit|dans|pour|avec|el|los|las|una|debe|para|con|que|il|che|deve|della|sono|het|een|moet|moeten|niet|voor|nie|jest|oraz|musi|não|uma|os|na|em|może|się)$/u;

const SAMPLE = 1_500;
const LONGEST = 2_000;

/** Reads a document's words once: its language as far as we need it, and which capitals belong to names. */
export function hearVoice(texts: readonly string[], title: string | null): Voice {
  let common = 0;
  let total = 0;
  let foreign = 0;
  let accented = 0;
  const capital = new Set<string>();
  const small = new Set<string>();
  // A sample is enough to hear a language, and a name worth keeping comes more than once.
  const step = Math.max(1, Math.ceil(texts.length / SAMPLE));
  for (let place = 0; place < texts.length; place += step) {
    const text = (texts[place] ?? '').slice(0, LONGEST);
    for (const match of text.matchAll(/[\p{L}\p{N}'’-]+/gu)) {
      const [word] = match;
      const lower = word.toLowerCase();
      total += 1;
      if (COMMON.test(lower)) common += 1;
      else if (FOREIGN.test(lower)) foreign += 1;
      if (/[^\p{ASCII}’]/u.test(word)) accented += 1;
      if (word === lower) small.add(word);
      else if (/^\p{Lu}\p{Ll}+$/u.test(word) && /[\p{Ll},] $/u.test(text.slice(0, match.index).slice(-2)))
        capital.add(word);
    }
  }
  const names = new Set([...capital].filter((word) => !small.has(word.toLowerCase())));
  const product = (title ?? '').split(/\s*[:—–|(]\s*|\s-\s/u)[0] ?? '';
  // Bare lists of nouns have few small words of any language: those are English unless they look foreign.
  const isEnglish = common >= total * 0.08 ? common > 2 * foreign : foreign === 0 && accented <= total * 0.02;
  return { isEnglish, names, product: product.trim().toLowerCase() };
}

const KNOWN_NAMES = new Set(
  'Docker Git Github Google Slack Stripe Python React Android Windows Linux Kubernetes Postgres Redis Excel Chrome Firefox Safari Bluetooth English German French Spanish Italian Japanese Chinese Portuguese Dutch Polish Apple Microsoft Amazon Azure Terraform Prometheus Grafana Kafka Spark Airflow Snowflake Jira Figma Zapier Twilio Auth0 Okta Java Kotlin Swift Rust Node Zigbee Matter Ethernet Markdown Unicode Monday Tuesday Wednesday Thursday Friday Saturday Sunday January February March April June July August September October November December Europe Lambda Helm Jenkins Elasticsearch Mongo Mysql Sentry Datadog Steam Unity Godot'.split(
    ' ',
  ),
);

/** The first letter made small, unless it belongs to a name or an abbreviation. */
export function lowerFirst(text: string, voice: Voice): string {
  const word = /^[\p{L}\p{N}'’-]+/u.exec(text)?.[0] ?? '';
  if (!/^\p{Lu}[\p{Ll}'’-]*$/u.test(word) || word === 'I' || voice.names.has(word) || KNOWN_NAMES.has(word))
    return text;
  if (word.length === 1 && word !== 'A') return text;
  return `${word.charAt(0).toLowerCase()}${text.slice(1)}`;
}

export const upperFirst = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
