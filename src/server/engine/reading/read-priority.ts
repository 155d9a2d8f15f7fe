const PRIORITY =
  /(?<![\p{L}\d])P([0-4])(?![\p{L}\d])|(?<!\p{L})(must|should|could|won['’]?t)[- ](?:have|haves|do)(?!\p{L})|[([:–—-]\s*(critical|highest|high|medium|low|hoch|mittel|niedrig|haute|moyenne|basse|alta|média|media|baixa|baja|wysoki|średni|niski)(?!\p{L})/iu;
const RANK: Record<string, number> = {
  must: 0,
  critical: 0,
  highest: 0,
  high: 0,
  hoch: 0,
  haute: 0,
  alta: 0,
  wysoki: 0,
  should: 1,
  medium: 1,
  mittel: 1,
  moyenne: 1,
  média: 1,
  media: 1,
  średni: 1,
  could: 2,
  low: 2,
  niedrig: 2,
  basse: 2,
  baixa: 2,
  baja: 2,
  niski: 2,
};

export const priorityIn = (text: string): number | null => {
  const found = PRIORITY.exec(text);
  if (found === null) return null;
  return found[1] === undefined ? (RANK[(found[2] ?? found[3] ?? '').toLowerCase()] ?? null) : Number(found[1]);
};

/** In an item only a tag at its beginning or end counts: "high" in running words says nothing of the item. */
export const priorityOfItem = (text: string): number | null => {
  const tag =
    /^[[(]?(?:P[0-4]|must|should|could)(?: have)?[\])]?(?=\s*[:–—)\]-])|[[(](?:P[0-4]|must|should|could|high|medium|low|critical)(?: have| priority)?[)\]]\.?$/iu.exec(
      text.length > 400 ? `${text.slice(0, 40)} ${text.slice(-40)}` : text,
    );
  return tag === null
    ? null
    : priorityIn(`(${tag[0].replace(/[[\]()]/gu, '').replace(/^(must|should|could)$/iu, '$1-have')}`);
};
