const counted = (count: number, word: string) => `${count.toLocaleString('en-US')} ${word}${count === 1 ? '' : 's'}`;

export function measureBody(body: string) {
  return `${counted(body.length, 'character')} · ${counted(body.split('\n').length, 'line')}`;
}
