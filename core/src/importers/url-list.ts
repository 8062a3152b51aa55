import { addMonitor, nothingImported, skip } from './draft.ts';
import { Fields, isBlank } from './fields.ts';
import type { Importer } from './importer.ts';
import { parsePaste } from './paste.ts';

/** A list of URLs, one per line, or a table with columns as the dialog that adds URLs takes it. */
export const urlList: Importer = {
  name: 'URL',
  recognizes: (documents) =>
    documents.some(
      ({ text, value }) =>
        isBlank(value) && parsePaste(text).some(({ url }) => /^[a-z]+:\/\/|^[\w-]+(\.[\w-]+)+/i.test(url)),
    ),
  read(documents, context) {
    const result = nothingImported();
    const seen = new Set<string>();
    for (const { text, name: file } of documents) {
      for (const [index, { url, description, options }] of parsePaste(text, ',').entries()) {
        const key = [file, index + 1].filter(Boolean).join(' ');
        const fields = new Fields({ url, description, ...(options && { options }) });
        for (const field of ['url', 'description', 'options']) fields.raw(field);
        const item = { key, name: options?.name ?? '', fields };
        if (options?.invalid)
          skip(result, { ...item, name: url }, 'check_invalid', {
            field: options.invalid.column,
            from: options.invalid.text,
          });
        else if (seen.has(url)) skip(result, { ...item, name: url }, 'twice');
        else
          addMonitor(
            result,
            {
              ...item,
              description,
              intervalSec: null,
              endpoints: [{ url, ...(options?.check && { check: options.check }) }],
            },
            context,
          );
        seen.add(url);
      }
    }
    return result;
  },
};
