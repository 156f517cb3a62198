/**
 * The texts of an English catalogue in Chinese. Chinese has no singular, so the plural rules never ask for a text that
 * ends with `_one`.
 */
export type InChinese<Texts> = {
  [Key in keyof Texts as Key extends `${string}_one` ? never : Key]: Texts[Key] extends string
    ? string
    : InChinese<Texts[Key]>;
};
