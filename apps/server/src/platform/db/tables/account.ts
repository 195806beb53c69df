export interface AccountTables {
  passkey_name: PasskeyNameTable;
  person_picture: PersonPictureTable;
}

interface PasskeyNameTable {
  user_id: string;
  passkey_id: string;
  name: string;
  created_at: Date;
}

interface PersonPictureTable {
  user_id: string;
  /** A `data:` URL. */
  picture: string;
  changed_at: Date;
}

export interface TokensTables {
  api_token: ApiTokenTable;
}

interface ApiTokenTable {
  id: string;
  user_id: string;
  /** SHA-256 of the secret. */
  hash: string;
  label: string;
  scopes: string[];
  last_used_at: Date | null;
  created_at: Date;
  expires_at: Date;
}
