/** Some services count no further than a round number, for example 10,000, but show all records. */
export const mayBeCapped = (total: number): boolean => /^[1-9]0{3,}$/.test(String(total));
