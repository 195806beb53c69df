/**
 * Office files that a converter turns into PDF. Spreadsheets are not converted, nor are extensions that are also used
 * for keys or text.
 */
export const CONVERTED_EXTENSIONS: ReadonlySet<string> = new Set(
  'doc docm docx dotm dotx odg odp odt otp ott pages potm potx pps ppsm ppsx ppt pptm pptx rtf vsd vsdx wpd wps'.split(
    ' ',
  ),
);
