const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });

export const formatCount = (value: number) => value.toLocaleString('en-US');
export const formatCost = (usd: number) => dollars.format(usd);
