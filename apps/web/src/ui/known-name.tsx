/** For password managers: whose password the fields beside it are. Nobody else meets it. */
export function KnownName({ name }: { readonly name: string }) {
  return (
    <input
      className="visually-hidden"
      type="text"
      name="username"
      autoComplete="username"
      value={name}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
