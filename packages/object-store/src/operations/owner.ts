const FACTS = [
  ['ID', 'coffer'],
  ['DisplayName', 'coffer'],
] as const;

export const OWNER = ['Owner', FACTS] as const;
export const INITIATOR = ['Initiator', FACTS] as const;
