/** 各类记录的字段名，按接口字段键排列；单据共用的词只写一次。 */
const document = {
  exchange_rate: '人民币汇率', exchange_rate_usd: '美元汇率', currency: '币种', amount: '金额', amount_rmb: '金额（人民币）', amount_usd: '金额（美元）',
  addition_cost_amount: '附加费用', product_total_amount: '产品总额', product_total_count: '总数量', create_time: '创建时间', update_time: '更新时间',
  create_user_info: '创建人', update_user_info: '更新人', handler_info: '处理人', remark: '备注',
};
const terms = {
  name: '名称', price_contract: '价格条款', receive_remittance_way: '付款方式', price_contract_remark: '价格条款备注', receive_remittance_remark: '付款备注', insurance_remark: '保险说明',
  company_name: '公司（单据抬头）', company_phone: '公司电话', company_fax: '公司传真', company_address: '公司地址', company: '公司', opportunity_id: '商机 ID',
  customer_name: '联系人', customer_phone: '联系人电话', customer_address: '联系人地址', transport_mode: '运输方式', shipment_deadline: '交货期限',
  shipment_deadline_remark: '交货备注', shipment_port: '装运港', target_port: '目的港',
};
const profile = {
  name: '名称', short_name: '简称', serial_id: '编号', order_time: '最近动态', create_time: '创建时间', update_time: '更新时间', edit_time: '编辑时间', user_id: '跟进人',
  country: '国家', province: '省份', city: '城市', tel: '电话', fax: '传真', address: '地址', homepage: '网站', remark: '备注', group_id: '分组', scale_id: '规模', biz_type: '业务类型',
  origin_list: '来源', customers: '联系人',
};

export const zhCnFields = {
  trail: {
    follow_up_id: '跟进 ID', trail_id: '动态 ID', type: '类型', client_id: '客户端 ID', create_user: '创建人', refer_id: '关联 ID', content: '内容', file_ids: '文件 ID',
    enable_flag: '启用', created_at: '记录时间', create_time: '创建时间', update_time: '更新时间', company_id: '公司 ID', customer_id: '联系人 ID', lead_id: '线索 ID', lead_customer_id: '线索联系人 ID',
    opportunity_id: '商机 ID', delete_flag: '已删除', inquiry_id: '询盘 ID', track_session_no: '会话序号', comment_count: '评论数', company_info: '公司', lead_info: '线索',
    opportunity_info: '商机', create_user_info: '记录人', customer_info: '联系人', lead_customer_info: '线索联系人', file_info: '文件',
  },
  company: {
    ...profile, company_id: '公司 ID', create_user: '创建人', last_edit_user: '最后编辑人', archive_type: '建档类型', tel_area_code: '电话区号', pool_id: '公海分组', is_public: '公海客户',
    star: '星级', intention_level: '采购意向', annual_procurement: '年采购额', timezone: '时区', category_ids: '类目', product_group_ids: '产品分组', image_list: '图片',
    next_follow_up_time: '下次跟进', recent_follow_up_time: '最近跟进', trail_status: '客户阶段', tag: '标签', owner: '跟进人列表',
  },
  lead: { ...profile, lead_id: '线索 ID', company_name: '公司名称', status: '状态', status_name: '状态名称' },
  order: {
    ...document, ...terms, order_id: '订单 ID', order_no: '订单号', account_date: '订单日期', order_contract: '合同条款', country: '国家', users: '业绩比例（ID）', users_info: '业绩归属',
    departments_info: '部门', product_list: '明细', customer_email: '联系人邮箱', more_or_less: '溢短装', package_remark: '包装说明', marked: '唛头', stock_up_status: '备货状态',
    shipping_status: '出运状态', end_status: '完结状态', create_user: '创建人', update_user: '更新人', archive_type: '建档类型', source_type: '来源',
  },
  quotation: {
    ...document, ...terms, quotation_id: '报价单 ID', _id: '内部 ID', quotation_no: '报价单号', lock_flag: '锁定', can_unlock: '可解锁', approval_status: '审批', company_id: '公司 ID',
    customer_id: '联系人 ID', quotation_date: '报价日期', enable_flag: '启用', approval_flow_info: '审批流程', status_info: '状态',
  },
  purchaseOrder: {
    ...document, purchase_order_id: '采购单 ID', purchase_order_no: '采购单号', status_info: '状态', inbound_status_info: '入库状态', supplier_info: '供应商', purchase_date: '采购日期',
    delivery_date: '交货日期', payment_status_info: '付款状态', create_type: '创建方式', parts_total_count: '配件数量', payment_amount: '已付金额', payment_amount_rmb: '已付（人民币）', payment_amount_usd: '已付（美元）',
    product_total_amount_rmb: '产品总额（人民币）', product_total_amount_usd: '产品总额（美元）', product_total_count_no_parts: '数量（不含配件）',
  },
  outboundInvoice: {
    ...document, outbound_invoice_id: '出库单 ID', serial_id: '出库单号', warehouse_invoice_time: '单据日期', status: '状态', discount: '整单折扣', discount_rate: '折扣率 %',
    product_total_amount_rmb: '产品总额（人民币）', product_total_amount_usd: '产品总额（美元）', source_type: '来源', invoice_warehouse_info: '仓库', company_info: '公司', record_list: '明细',
  },
  receipt: {
    ...document, cash_collection_invoice_id: '回款单 ID', cash_collection_invoice_no: '回款单号', collection_date: '回款日期', type: '类型', trade_no: '交易号', account_name: '付款方',
    bank_name: '银行', bank_account: '银行账号', real_amount: '实收金额', status: '状态', company_info: '公司', capital_account_id: '资金账户', record_list: '核销明细',
  },
  user: { user_id: '用户 ID', email: '邮箱', nickname: '昵称', full_name: '姓名', position: '职位', enable_flag: '启用', departments: '部门' },
};

/** 明细行与联系人卡片的字段。 */
export const zhCnParts = {
  line: {
    product_no: '产品编号', product_name: '产品', product_cn_name: '中文名', product_model: '型号', product_unit: '单位', sku_code: 'SKU', sku_id: 'SKU ID', product_id: '产品 ID', unique_id: '行 ID',
    count: '数量', unit_price: '单价', other_cost: '其他费用', cost_amount: '费用合计', outbound_count: '出库数量', sale_count: '销售数量', sale_price: '售价', product_amount: '金额',
    moment_enable_count: '可用库存', order_id: '订单 ID', order_no: '订单号', order_record_id: '订单行', cost_unit_price_rmb: '成本单价（人民币）', product_type: '产品类型', product_disable_flag: '已停用',
    outbound_record_id: '行 ID', outbound_invoice_id: '出库单 ID', refer_id: '单据 ID', refer_type: '单据类型', cash_collection_amount: '核销金额', cash_collection_invoice_amount: '登记金额',
    cash_collection_comment: '说明',
  },
  contact: {
    email: '邮箱', tel: '电话', tel_list: '电话', post: '职位', qq: 'QQ', linkedin: '领英', skype: 'Skype', whatsapp: 'WhatsApp', facebook: 'Facebook', wechat: '微信', twitter: 'X', birth: '生日',
    remark: '备注', post_grade: '职级', gender: '性别', main: '主联系人',
  },
};
