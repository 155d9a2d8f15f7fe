const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

function grow(unit: (index: number) => string, length: number): string {
  const units: string[] = [];
  for (let index = 0, size = 0; size < length; index += 1) {
    const next = unit(index);
    units.push(next);
    size += next.length;
  }
  return units.join('').slice(0, length);
}

const half = (length: number) => Math.floor(length / 2);
const row = (cell: string, columns: number) => `|${` ${cell} |`.repeat(columns)}\n`;
const table = (columns: number, rows: string) => row('a', columns) + row('-', columns) + rows;

/** One unit over and over: each is known to have made some Markdown parser slow. */
const REPEATED = [
  '*¦_¦~¦[¦]¦![¦](¦`¦<¦>¦&¦|¦\\¦!¦@¦#¦=¦-¦+¦\n¦ ¦\t',
  '> ¦- ¦1. ¦* ¦>- ¦- > ¦[^a]: ¦*_¦~*¦_ ¦a* ¦a_ ¦ *a¦ **a¦*a ¦a**b¦~a~~b',
  '[a](b "¦[a](b \'¦[a](b (¦[a](<b¦[a](b¦![a](¦[a ¦[a]¦[[a]¦[a][b¦[^¦[^1]¦[]¦[](¦[[]](',
  'a <!-- ¦a <? ¦a <!A ¦a <![CDATA[ ¦<a b="¦<a b=\'¦<a b=c ¦<b>x</b> ¦</a ¦<a¦<a@¦<http://a¦<a:',
  '&amp;¦&#¦&#x¦&a¦&a;¦a@b.c ¦a@¦@a¦a.b@c.¦a_b@c_d¦www.¦www._¦_www.¦www.a ¦http://¦http://_',
  'http://a.b/)¦http://a.b;¦http://a.b&a;¦https://a[¦[https://a¦http://a.b/(¦.www.a_¦wW¦://¦http://_a/',
  'a\n=\n¦a\n-\n¦a\n=\n\n¦> a\n> =\n¦a\r=\r¦=\n¦> a\n\n¦- > a\n¦> a\nb\n¦- a\n¦a\n\n¦```\n¦~~~\n',
  '|a|\n|-|\n¦|-|\n¦a|¦|:-:¦\\|¦[a]: b\n¦[a]: b "¦[a]: b\n"¦[a]:\n¦[a\\]¦[^a]: b\n\n¦[^a]\n\n[^a]: a\n\n',
  '<div>\n¦<pre>\n¦<!--\n¦<a>\n¦</script>¦<!-- -->\n¦    a\n¦\ta\n¦- a\n\n¦1) a\n¦#\n¦# a #\n¦***\n¦\0¦\uD800',
].flatMap((units) => units.split('¦'));

/** Texts that hold a parser up, by what is in them; each as long as it is told to be, or nearly. */
export const HOSTILE: Record<string, (length: number) => string> = {
  ...Object.fromEntries(REPEATED.map((unit) => [JSON.stringify(unit), (length: number) => fill(unit, length)])),
  'a wide table of short rows': (length) => table(300, fill('a\n', length)),
  'a wide table in a quote': (length) => table(300, fill('a\n', length)).replaceAll(/^/gmu, '> '),
  'a wide table in a list': (length) => `- ${table(300, fill('a\n', length)).replaceAll('\n', '\n  ')}`,
  'a deep quote that goes on without its marks': (length) => `${'>'.repeat(23)}${fill('a\n', length)}`,
  'a deep list that goes on with empty lines': (length) => `${'- '.repeat(31)}a${'\n'.repeat(length)}`,
  'a deep list of one long line': (length) => `${'- '.repeat(31)}${fill('* ', length)}a`,
  'lists in lists by indentation': (length) => grow((index) => `${' '.repeat(index * 2)}- a\n`, length),
  'quotes in quotes by lines': (length) => grow((index) => `${'>'.repeat(index)} a\n`, length),
  'brackets in brackets': (length) => '['.repeat(half(length)) + ']'.repeat(half(length)),
  'images in images': (length) => '!['.repeat(length / 6) + 'a'.repeat(length / 6) + '](b)'.repeat(length / 6),
  'links behind open brackets': (length) => '['.repeat(half(length)) + fill('[a](b)', half(length)),
  'labels behind open brackets': (length) => `[a]: b\n\n${'['.repeat(half(length))}${fill('[a]', half(length))}`,
  'long labels in brackets': (length) =>
    `[a]: b\n\n${fill(`${'['.repeat(900)}${'a '.repeat(400)}${']'.repeat(900)}`, length)}`,
  'emphasis in emphasis': (length) => '*a '.repeat(length / 6) + ' a*'.repeat(length / 6),
  'emphasis of two kinds in each other': (length) => '*a _a '.repeat(length / 12) + ' a_ a*'.repeat(length / 12),
  'one run of stars to another': (length) => `${'*'.repeat(half(length))}a${'*'.repeat(half(length))}`,
  'one run of underscores to another': (length) => `${'_'.repeat(half(length))}a${'_'.repeat(half(length))}`,
  'closing stars of all lengths': (length) => grow((index) => ` ${'*'.repeat((index % 7) + 1)}a _b`, length),
  'stars that nothing closes, and underscores that nothing opens': (length) =>
    fill('*a ', half(length)) + fill('a_ ', half(length)),
  'backticks of all lengths': (length) => grow((index) => `${'`'.repeat((index % 300) + 1)}a`, length),
  'backticks that grow': (length) => grow((index) => `${'`'.repeat(index + 1)}a`, length),
  'escaped backticks': (length) => grow((index) => `\\${'`'.repeat((index % 50) + 1)}a`, length),
  'one long word, then many ends': (length) => 'a'.repeat(half(length)) + fill('@', half(length)),
  'calls of one footnote': (length) => `[^1]: a\n\n${fill('[^1]', length)}`,
  'definitions beyond number': (length) => grow((index) => `[${index}]: a\n`, length),
  'footnotes beyond number': (length) => grow((index) => `[^${index}]\n\n[^${index}]: a\n\n`, length),
  'footnotes that call each other': (length) =>
    grow((index) => `[^${index}]: a [^${index + 1}]\n\n`, length) + '\n\n[^0]',
  'a few marks, each looked for in a long text': (length) => 'a <? '.repeat(500) + fill('word word ', length),
  'marks of all kinds': (length) => fill('*a [b `c <d ~e _f ![g](h "i &amp; www.j._k http://l_ m@n ', length),
  'marks of all kinds over lines': (length) => fill('> *a [b\n- `c <d\n|e|f\n|-|-|\n[^g]: h\n# i\n<!-- j\n\n', length),
};
