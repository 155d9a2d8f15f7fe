export interface Form {
  action: string;
  /** Hidden fields. */
  fields: Record<string, string>;
}

/** The first form of a page, without the person's choices. */
export function readForm(page: string): Form | undefined {
  const [, head, inside = ''] = /<form\b([^>]*)>(.*?)<\/form>/s.exec(page) ?? [];
  if (head === undefined) return undefined;
  const hidden = [...inside.matchAll(/<input\b([^>]*)>/gs)]
    .map(([, attributes = '']) => attributes)
    .filter((attributes) => attributeIn(attributes, 'type') === 'hidden');
  return {
    action: attributeIn(head, 'action'),
    fields: Object.fromEntries(hidden.map((each) => [attributeIn(each, 'name'), attributeIn(each, 'value')])),
  };
}

const attributeIn = (attributes: string, name: string): string =>
  plain(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
const plain = (text: string): string => text.replaceAll(/&([#\w]+);/g, (all, name: string) => ENTITIES[name] ?? all);
