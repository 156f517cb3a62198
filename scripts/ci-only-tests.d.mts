/** Test files that only CI runs. */
export const CI_ONLY: string[];
