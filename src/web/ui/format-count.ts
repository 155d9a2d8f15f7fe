const grouped = new Intl.NumberFormat('en-US');

/** A count with its thousands separated: "12,480". */
export const formatCount = (count: number) => grouped.format(count);
