export const zhCnDocument = {
  file: '打印与导出', print: '打印', printThis: '打印 {{name}}', printList: '打印此列表', statement: '对账单', preview: '打印预览', printOrPdf: '打印或存为 PDF', savePdf: '存为 PDF', pdfSaved: 'PDF 已保存', pdfFailed: 'PDF 没有保存成功。请换一个文件夹，或直接打印。', language: '文档语言', period: '期间', from: '从', to: '到',
  title: { order: '销售订单', quotation: '报价单', outboundInvoice: '销售出库单', receipt: '收款收据', statement: '对账单' },
  number: '编号', date: '日期', to_party: '客户', labelled: '{{label}}：{{text}}', contact: '联系人', phone: '电话', fax: '传真', payer: '付款人', currency: '币种', terms: '条款',
  line: { no: '序号', product: '产品', code: '编码', quantity: '数量', unit: '单位', price: '单价', cost: '其他费用', amount: '金额', document: '单据', comment: '说明', allocated: '分配金额' },
  total: { products: '产品金额', lines: '明细合计', extra: '附加费用', discount: '折扣', amount: '总计', paid: '付款金额', received: '到账金额', allocated: '已分配' },
  noLines: '本机没有这张单据的明细。', product: '产品 {{id}}', pending: '含有尚未同步到 CRM 的修改。', removed: '已在 CRM 中删除。', asOf: '数据截至 {{time}}', printedBy: '制单：{{name}}',
  section: { order: '订单', outboundInvoice: '出库单', receipt: '回款' }, column: { date: '日期', number: '编号', text: '说明', status: '状态', currency: '币种', amount: '金额' },
  none: '本期间没有记录。', notHeld: '未包含：本机没有副本。', summary: '按币种汇总', ordered: '订单', invoiced: '出库', received: '回款', open: '出库减回款', openNote: '仅统计本期间，不含期初余额。草稿状态的回款只列出，不计入合计。',
  preset: { thisMonth: '本月', lastMonth: '上月', thisQuarter: '本季度', thisYear: '今年', last12: '近 12 个月', all: '全部' }, everything: '全部日期',
  gone: '本机没有这条记录', preparing: '正在准备列表…', preparingRows: '正在准备，已读取 {{done}} / {{total}} 行…', more: '共 {{total}} 行，仅打印前 {{shown}} 行。需要全部数据请使用导出。', rows_one: '{{formatted}} 行', rows_other: '{{formatted}} 行', filtered: '已筛选', searched: '搜索：“{{text}}”',
};

export const zhCnExport = {
  action: '导出…', title: '导出{{what}}', format: '格式', xlsx: 'Excel 工作簿', csv: 'CSV', columns: '列', shown: '当前显示的 {{count}} 列', all: '全部 {{count}} 列', rows: '行', rowsValue_one: '{{formatted}} 行', rowsValue_other: '{{formatted}} 行', selection_one: '选中的 {{formatted}} 行', selection_other: '选中的 {{formatted}} 行', narrowed: '与列表的筛选一致',
  xlsxNote: '金额是数字，日期是日期，长编号一位不少。', csvNote: '供其他程序使用。用 Excel 打开时中文和长编号都不会出错；可能被当作公式执行的内容会变成普通文本。', times: '时间为 CRM 服务器时间（{{zone}}）。', timesPlain: '时间为 CRM 服务器时间。',
  start: '导出', progress: '已完成 {{done}} / {{total}} 行', cancel: '取消', saved: '已保存为 {{name}}', failed: '导出没有完成，也没有留下文件。请重试。', 'too-many-rows': '一个工作簿最多容纳 1,048,575 行。请改用 CSV，或先筛选列表。', 'no-account': '没有打开的账户。', again: '再次导出',
};
