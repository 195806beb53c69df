/** Columns of every table whose rows people change. */
export const CHANGING = { created_at: 'instant', updated_at: 'instant', revision: 'number' } as const;
