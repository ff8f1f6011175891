type Named = { readonly name: string; readonly region: string };

type NetworkType = {
  readonly ref: (resource: Named) => string;
  readonly attributes: Readonly<Record<string, (resource: Named) => string>>;
  readonly propertyAttributes?: readonly string[];
  readonly lists?: Readonly<Record<string, (resource: Named) => readonly string[]>>;
};

/** How the own DNS name of an interface endpoint begins. */
export const endpointName = (id: string): string => `${id.toLowerCase()}.vpce`;

const itsId: NetworkType = { ref: ({ name }) => name, attributes: {} };

/**
 * The resource types of a VPC, with their return values. The logical id replaces the id that EC2 generates, so that
 * messages name a resource as the template does.
 */
export const networkTypes: Readonly<Record<string, NetworkType>> = {
  'AWS::EC2::EIP': { ...itsId, attributes: { AllocationId: ({ name }) => name } },
  'AWS::EC2::EgressOnlyInternetGateway': { ...itsId, attributes: { Id: ({ name }) => name } },
  'AWS::EC2::InternetGateway': { ...itsId, attributes: { InternetGatewayId: ({ name }) => name } },
  'AWS::EC2::NatGateway': { ...itsId, attributes: { NatGatewayId: ({ name }) => name } },
  'AWS::EC2::PrefixList': { ...itsId, attributes: { PrefixListId: ({ name }) => name } },
  'AWS::EC2::Route': itsId,
  'AWS::EC2::RouteTable': { ...itsId, attributes: { RouteTableId: ({ name }) => name } },
  'AWS::EC2::SecurityGroup': {
    ...itsId,
    attributes: { GroupId: ({ name }) => name, Id: ({ name }) => name },
    propertyAttributes: ['VpcId'],
  },
  'AWS::EC2::SecurityGroupEgress': itsId,
  'AWS::EC2::SecurityGroupIngress': itsId,
  'AWS::EC2::Subnet': {
    ...itsId,
    attributes: { SubnetId: ({ name }) => name },
    propertyAttributes: ['AvailabilityZone', 'CidrBlock', 'VpcId'],
  },
  'AWS::EC2::SubnetRouteTableAssociation': itsId,
  'AWS::EC2::VPC': {
    ...itsId,
    attributes: { VpcId: ({ name }) => name },
    propertyAttributes: ['CidrBlock'],
    // Amazon chooses it.
    lists: { Ipv6CidrBlocks: () => ['2001:db8:1234:1a00::/56'] },
  },
  'AWS::EC2::VPCCidrBlock': itsId,
  'AWS::EC2::VPCEndpoint': {
    ...itsId,
    attributes: { Id: ({ name }) => name },
    lists: { DnsEntries: ({ name }) => [`Z00000000000:${endpointName(name)}.amazonaws.com`] },
  },
  'AWS::EC2::VPCGatewayAttachment': itsId,
  'AWS::ElasticLoadBalancingV2::LoadBalancer': {
    ...itsId,
    attributes: {
      // EC2 and DNS ignore case; the URL of a node is in lower case.
      DNSName: ({ name, region }) => `internal-${name.toLowerCase()}.elb.${region}.amazonaws.com`,
    },
  },
};

/** Resources that nothing refers to, with the property that names what they belong to. */
export const attachedBy: Readonly<Record<string, string>> = {
  'AWS::EC2::Route': 'RouteTableId',
  'AWS::EC2::SecurityGroupEgress': 'GroupId',
  'AWS::EC2::SecurityGroupIngress': 'GroupId',
  'AWS::EC2::SubnetRouteTableAssociation': 'SubnetId',
  'AWS::EC2::VPCEndpoint': 'VpcId',
};
