/** Columns of every row that people change. */
export const CHANGING = { created_at: 'instant', updated_at: 'instant', revision: 'number' } as const;
