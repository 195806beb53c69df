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
