/**
 * Words the demo's people, firms and documents are made of: English and Chinese mixed, long names and emoji
 * among them.
 */
export const COLLEAGUES = [
  ['rep@demo.example', 'Mia Chen', '陈米娅', 'Sales representative'],
  ['lin.wei@demo.example', '林薇', '林薇', '销售经理'],
  ['tom@demo.example', 'Tom Becker', 'Thomas Becker', 'Key accounts'],
  ['zhao@demo.example', '小赵', '赵志强', '外贸业务员'],
  ['sofia@demo.example', 'Sofia', 'Sofia Marquez', 'Sales Americas'],
  ['guo@demo.example', '郭靖宇', '郭靖宇', '跟单'],
  ['anna@demo.example', 'Anna 🌷', 'Anna Kowalska', 'Sales support'],
  ['huang@demo.example', '黄莉', '黄莉', '财务'],
  ['james@demo.example', 'James', 'James O’Neill', 'Purchasing'],
  ['wu@demo.example', '吴总', '吴建国', '总经理'],
  ['liu@demo.example', 'Liu Yang', '刘洋', '仓库'],
  ['left@demo.example', 'Former colleague', '离职员工', ''],
] as const;
export const DEPARTMENTS = [
  [0, 'Head office 总部'],
  [101, '外贸一部'],
  [102, 'Sales Europe'],
  [103, '仓储'],
] as const;

export const FIRM_FIRST = [
  'Nordlicht',
  'Harbor',
  'Bluefin',
  'Casa',
  'Aurora',
  'Kestrel',
  'Maple',
  'Vertex',
  'Lumière',
  'Sakura',
  'Ørsted',
  'Pampas',
  'Highland',
  'Silk Road',
  'Evergreen',
  'Rhein',
  'Golden Lotus',
  'Atlas',
  'Tres Hermanos',
  'O’Malley & Sons',
] as const;
export const FIRM_SECOND = [
  'Lighting',
  'Home',
  'Trading',
  'Imports',
  'Interiors',
  'Hardware',
  'Outdoor',
  'Kitchenware',
  'Wholesale',
  'Design Studio',
  'Logistics',
  'Retail Group',
] as const;
export const FIRM_LAST = [
  'GmbH',
  'Ltd.',
  'LLC',
  'S.A.',
  'B.V.',
  'Inc.',
  'Pty Ltd',
  'K.K.',
  '& Co.',
  'S.r.l.',
] as const;
export const FIRM_CN_PLACE = [
  '宁波',
  '上海',
  '深圳',
  '义乌',
  '广州',
  '香港',
  '青岛',
  '厦门',
  '杭州',
  '台北',
] as const;
export const FIRM_CN_NAME = [
  '海港',
  '晨光',
  '金莲',
  '丝路',
  '远洋',
  '华灯',
  '百川',
  '瑞丰',
  '明珠',
  '长青',
  '东升',
  '天和',
] as const;
export const FIRM_CN_LAST = [
  '进出口有限公司',
  '贸易有限公司',
  '家居用品有限公司',
  '照明科技股份有限公司',
  '国际物流有限公司',
] as const;
export const LONG_NAME =
  ' (formerly the Amalgamated Import, Export and Wholesale Trading Partnership of the Northern Harbour ' +
  'Districts, Registered Office and Bonded Warehouse No. 7, 暨北方港区联合进出口批发贸易合伙企业)';

export const GIVEN = [
  'Anna',
  'Marco',
  'Yuki',
  'Chen',
  'Fatima',
  'Lars',
  'Priya',
  'José',
  'Olivia',
  'Zoë',
  'Nguyễn',
  'Ahmed',
  'Kateřina',
  'Björn',
  'Mei',
] as const;
export const FAMILY = [
  'Schmidt',
  'Rossi',
  'Tanaka',
  'Al-Farsi',
  'Lindqvist',
  'Patel',
  'García',
  'Smith',
  'Dvořák',
  'van Dijk',
  'Silva',
  'Okafor',
  'D’Angelo',
] as const;
export const CN_PEOPLE = [
  '王芳',
  '李强',
  '张敏',
  '刘伟',
  '陈静',
  '杨洋',
  '欧阳修文',
  '周杰',
  '吴霞',
  '徐磊',
] as const;
export const POSTS = [
  'Buyer',
  '采购经理',
  'Owner',
  'Logistics',
  'CEO',
  '设计师',
  'Accounts payable',
  '',
] as const;

export const PRODUCTS = [
  ['Pendant lamp', '吊灯', 'PCS', 18.6],
  ['Desk lamp', '台灯', 'PCS', 9.35],
  ['LED strip 5 m', 'LED 灯带 5 米', 'ROLL', 4.2],
  ['Cast-iron pan', '铸铁锅', 'PCS', 11.8],
  ['Bamboo tray', '竹托盘', 'SET', 3.75],
  ['Garden chair', '花园椅', 'PCS', 22.4],
  ['Storage box', '收纳箱', 'CTN', 6.15],
  ['Tea set', '茶具', 'SET', 15.9],
  ['Wall clock', '挂钟', 'PCS', 7.7],
  ['Folding table', '折叠桌', 'PCS', 31.25],
] as const;
export const NOTES = [
  'Called about the sample order; wants matte black instead of brass.',
  '客户对报价有异议，希望再降 3%。',
  'Met at the fair 🎪, hall 10.2. Interested in 2 × 40HQ for spring.',
  '已寄样品，DHL 单号 4471 2290 18。',
  'Asked for the CE and RoHS certificates. Sent.',
  'No answer, try again Thursday.',
  '电话沟通：付款方式改为 30% 预付，70% 见提单副本。',
  'Quarterly review. Volumes flat, but new store openings in Q3.',
  'Forwarder confirmed ETD next Friday; they pay the storage.',
  '微信上确认了包装设计稿 👍',
  '',
  'Price target USD 8.20 FOB Ningbo for 5,000 pcs.\nSecond line: carton drop test required.',
  '客户要求提供 BSCI 验厂报告。',
  'Complaint: 12 of 400 broken in transit. Photos received, offering credit note.',
] as const;
export const PORTS = [
  'Ningbo',
  '上海',
  'Shenzhen',
  'Hamburg',
  'Rotterdam',
  'Santos',
  'Houston',
  '大阪',
  'Jebel Ali',
  'Durban',
] as const;
export const TERMS = ['FOB', 'CIF', 'EXW', 'DDP', 'CFR'] as const;
export const PAYMENTS = ['T/T', 'L/C', 'D/P', 'O/A', 'PayPal'] as const;
export const TRANSPORT = ['Sea 海运', 'Air 空运', 'Rail 中欧班列', 'Courier', ''] as const;
