/** The size of a file as text. */
export const sizeWords = (bytes: number): string =>
  bytes >= 1048576
    ? `${(bytes / 1048576).toFixed(1).replace('.0', '')} MB`
    : `${Math.max(1, Math.round(bytes / 1024))} KB`
