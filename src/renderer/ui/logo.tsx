export const Logo = ({ size = 26 }: { size?: number }) => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" style={{ flex: 'none' }}>
    <rect width="24" height="24" rx="6" fill="#176b5c" />
    <path
      d="M5 9.500h14v7.700a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM9 9.300V7.500A2.500 2.500 0 0 1 11.500 5h1A2.500 2.500 0 0 1 15 7.500v1.800M5 13.200h5.200m3.600 0H19M10.200 12h3.600v2.800h-3.600z"
      fill="none"
      stroke="#fff"
      strokeWidth="1.500"
      strokeLinejoin="round"
    />
  </svg>
);
