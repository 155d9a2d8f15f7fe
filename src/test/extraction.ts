import type { Extraction, Requirement } from '#contract/requirement.ts';

/** An extraction with the given sections, as the reader would give it: one requirement a line, in order. */
export function buildExtraction(
  sections: Record<string, readonly (string | (Pick<Requirement, 'id' | 'text'> & Partial<Requirement>))[]>,
): Extraction {
  const requirements: Requirement[] = [];
  const parts: Extraction['parts'] = [];
  let line = 1;
  for (const [heading, texts] of Object.entries(sections)) {
    const start_line = line;
    line += 1;
    for (const given of texts) {
      line += 1;
      requirements.push({
        kind: 'item',
        strength: 'must',
        heading_path: ['Test product', heading],
        start_line: line,
        end_line: line,
        ...(typeof given === 'string' ? { id: `r-${requirements.length + 1}`, text: given } : given),
      });
    }
    parts.push({ heading, level: 2, role: 'work', start_line, end_line: line, requirements: texts.length });
    line += 1;
  }
  return { title: 'Test product', summary: 'A product for tests.', parts, requirements, constraints: [] };
}
