/** The lowest and highest values of whole numbers in pushes, from the contract (E2, E3, E5, E7). */
export const FIELD_LIMITS = {
  star: [1, 5],
  intention_level: [0, 3],
  annual_procurement: [0, 11],
  scale_id: [1, 6],
  is_public: [0, 1],
  gender: [1, 2],
  main_customer_flag: [0, 1],
  refer_type: [1, 2],
  source_type: [1, 2],
  discount_rate: [0, 1000],
} as const satisfies Readonly<Record<string, readonly [number, number]>>;
export type LimitedField = keyof typeof FIELD_LIMITS;
