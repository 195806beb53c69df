export interface ViewingsTables {
  viewing: ViewingTable;
}

/** A manager's read-only view of a space as somebody else. */
interface ViewingTable {
  id: string;
  /** It ends with the session. */
  session_id: string;
  user_id: string;
  space_id: string;
  /** Exactly one of person and link. */
  person_id: string | null;
  link_id: string | null;
  created_at: Date;
  expires_at: Date;
}
