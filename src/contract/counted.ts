/** "1,200". */
export const formatNumber = (count: number) => count.toLocaleString('en-US');

/** "1 task", "1,200 tasks". */
export const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;
