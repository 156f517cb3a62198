/** Printed documents and lists as files. */
export const enDocument = {
  file: 'Print and export', print: 'Print', printThis: 'Print {{name}}', printList: 'Print this list', statement: 'Statement', preview: 'Print preview', printOrPdf: 'Print or save as PDF', savePdf: 'Save as PDF', pdfSaved: 'The PDF is saved', pdfFailed: 'The PDF could not be saved. Try another folder, or print it.', language: 'Language of the document', period: 'Period', from: 'From', to: 'To',
  title: { order: 'Sales order', quotation: 'Quotation', outboundInvoice: 'Invoice', receipt: 'Receipt', statement: 'Statement of account' },
  number: 'No.', date: 'Date', to_party: 'Customer', labelled: '{{label}}: {{text}}', contact: 'Contact', phone: 'Phone', fax: 'Fax', payer: 'Payer', currency: 'Currency', terms: 'Terms',
  line: { no: '#', product: 'Product', code: 'Code', quantity: 'Quantity', unit: 'Unit', price: 'Unit price', cost: 'Other cost', amount: 'Amount', document: 'Document', comment: 'Comment', allocated: 'Allocated' },
  total: { products: 'Products', lines: 'Total of lines', extra: 'Extra costs', discount: 'Discount', amount: 'Total', paid: 'Amount paid', received: 'Amount received', allocated: 'Allocated' },
  noLines: 'The lines of this document are not on this computer.', product: 'Product {{id}}', pending: 'Contains changes that the CRM does not have yet.', removed: 'Deleted in the CRM.', asOf: 'Data as of {{time}}', printedBy: 'Prepared by {{name}}',
  section: { order: 'Orders', outboundInvoice: 'Invoices', receipt: 'Receipts' }, column: { date: 'Date', number: 'Number', text: 'Description', status: 'Status', currency: 'Currency', amount: 'Amount' },
  none: 'None in this period.', notHeld: 'Not included: this computer keeps no copy of them.', summary: 'Summary by currency', ordered: 'Orders', invoiced: 'Invoices', received: 'Receipts', open: 'Invoiced less received', openNote: 'Within this period only; earlier balances are not included. Draft receipts are listed, but not counted.',
  preset: { thisMonth: 'This month', lastMonth: 'Last month', thisQuarter: 'This quarter', thisYear: 'This year', last12: 'Last 12 months', all: 'Everything' }, everything: 'All dates',
  gone: 'This record is not on this computer', preparing: 'Preparing the list…', preparingRows: 'Preparing {{done}} of {{total}} rows…', more: 'First {{shown}} of {{total}} rows. Export the list to have them all.', rows_one: '{{formatted}} row', rows_other: '{{formatted}} rows', filtered: 'Filtered', searched: 'Search: “{{text}}”',
};

export const enExport = {
  action: 'Export…', title: 'Export {{what}}', format: 'Format', xlsx: 'Excel workbook', csv: 'CSV', columns: 'Columns', shown: 'Shown ({{count}})', all: 'All ({{count}})', rows: 'Rows', rowsValue_one: '{{formatted}} row', rowsValue_other: '{{formatted}} rows', selection_one: '{{formatted}} selected row', selection_other: '{{formatted}} selected rows', narrowed: 'as filtered in the list',
  xlsxNote: 'Amounts are numbers, dates are dates, and long numbers keep every digit.', csvNote: 'For other programs. Opens in Excel with Chinese names and long numbers intact; cells that Excel would run as a formula are made plain text.', times: 'Times are the CRM’s own clock ({{zone}}).', timesPlain: 'Times are the CRM’s own clock.',
  start: 'Export', progress: '{{done}} of {{total}} rows', cancel: 'Cancel', saved: 'Saved as {{name}}', failed: 'The export did not finish, and no file was made. Try again.', 'too-many-rows': 'A workbook holds at most 1,048,575 rows. Choose CSV, or filter the list.', 'no-account': 'No account is open.', again: 'Export again',
};
